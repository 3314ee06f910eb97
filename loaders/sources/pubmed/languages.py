"""Languages, which PubMed names by three letters as libraries do (MARC), by the two letters of ISO 639-1."""

UNKNOWN = frozenset({"und", "mul", "zxx"})
"""No language, several, none at all."""
TABLE = """
afr=af alb=sq amh=am ara=ar arm=hy aze=az bos=bs bul=bg cat=ca chi=zh cze=cs dan=da dut=nl eng=en epo=eo
est=et fin=fi fre=fr geo=ka ger=de gle=ga gre=el heb=he hin=hi hrv=hr hun=hu ice=is ind=id ita=it jpn=ja
kin=rw kor=ko lat=la lav=lv lit=lt mac=mk mal=ml mao=mi may=ms nob=nb nor=no per=fa pol=pl por=pt pus=ps
rum=ro rus=ru san=sa slo=sk slv=sl spa=es srp=sr swa=sw swe=sv tha=th tur=tr ukr=uk urd=ur vie=vi wel=cy
"""
NAMES = {one[:3]: one[4:] for one in TABLE.split()}


def language(marc: str | None) -> str | None:
    """Return two letters where there are such, else what was said; None where that names no one language."""
    return None if not marc or marc in UNKNOWN else NAMES.get(marc, marc)
