"""Hand-written documents in Crossref XML."""


def doi_batch(*inside: str, stamp: str = "20220102030405", schema: str = "5.3.1") -> str:
    """Return a deposit with the given elements."""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<doi_batch xmlns="http://www.crossref.org/schema/{schema}" version="{schema}"
 xmlns:ai="http://www.crossref.org/AccessIndicators.xsd" xmlns:rel="http://www.crossref.org/relations.xsd"
 xmlns:fr="http://www.crossref.org/fundref.xsd" xmlns:jats="http://www.ncbi.nlm.nih.gov/JATS1">
<head><doi_batch_id>b</doi_batch_id><timestamp>{stamp}</timestamp></head><body>{"".join(inside)}</body></doi_batch>"""


JOURNAL = """<journal><journal_metadata><full_title>Journal of Ones</full_title><abbrev_title>J Ones</abbrev_title>
  <issn media_type="print">15731561</issn><issn media_type="electronic">0098-0331</issn>
  <doi_data><doi>10.1000/journal</doi><resource>https://press.example</resource></doi_data></journal_metadata>
<journal_issue><publication_date><year>2021</year></publication_date><journal_volume><volume>48</volume></journal_volume>
  <issue>11</issue></journal_issue>{}</journal>"""
ARTICLE = """<journal_article publication_type="full_text" language="en">
  <titles><title>On <i>E. coli</i> &amp; H<sub>2</sub>O</title><subtitle>Few</subtitle></titles>
  <contributors>
    <person_name sequence="first" contributor_role="author"><given_name>Jane A.</given_name><surname>Doe</surname>
      <suffix>Jr.</suffix><affiliations><institution><institution_name>U. of Ones</institution_name>
      <institution_id type="ror">https://ror.org/03yrm5c26</institution_id><institution_place>Onetown</institution_place>
      <institution_department>Dept. of Ones</institution_department></institution></affiliations>
      <ORCID authenticated="true">https://orcid.org/0000-0002-1825-0097</ORCID>
      <alt-name><name name-style="eastern"><surname>\u675c</surname></name></alt-name></person_name>
    <organization sequence="additional" contributor_role="author">Ones, Twos Group</organization>
    <person_name sequence="additional" contributor_role="author"><surname>Plato</surname>
      <affiliation>Academy</affiliation></person_name>
    <person_name sequence="additional" contributor_role="editor"><surname>Ed</surname></person_name></contributors>
  <jats:abstract><jats:title>Abstract</jats:title><jats:p>First.</jats:p><jats:p>Second.</jats:p></jats:abstract>
  <publication_date media_type="online"><month>03</month><day>09</day><year>2021</year></publication_date>
  <publication_date media_type="print"><month>21</month><year>2021</year></publication_date>
  <pages><first_page>817</first_page><last_page>826</last_page></pages>
  <publisher_item><identifier id_type="pmid">101</identifier></publisher_item>
  <crossmark><updates><update type="erratum" date="2021-03-09">10.1000/zero</update></updates><custom_metadata>
    <fr:program name="fundref"><fr:assertion name="fundgroup">
      <fr:assertion name="funder_name">Agency of Ones
        <fr:assertion name="funder_identifier">https://doi.org/10.13039/100000001</fr:assertion></fr:assertion>
      <fr:assertion name="award_number">G1</fr:assertion><fr:assertion name="award_number">G2</fr:assertion>
    </fr:assertion><fr:assertion name="fundgroup">
      <fr:assertion name="funder_name">Twos Fund</fr:assertion></fr:assertion>
    </fr:program></custom_metadata></crossmark>
  <ai:program name="AccessIndicators"><ai:license_ref applies_to="tdm">https://press.example/mining</ai:license_ref>
    <ai:license_ref applies_to="vor">https://creativecommons.org/licenses/by/4.0/</ai:license_ref></ai:program>
  <rel:program name="relations">
    <rel:related_item><rel:inter_work_relation relationship-type="isSupplementedBy" identifier-type="doi">10.1000/d
      </rel:inter_work_relation></rel:related_item>
    <rel:related_item><rel:intra_work_relation relationship-type="hasPreprint" identifier-type="doi"
      >10.48550/arXiv.2001.00001</rel:intra_work_relation></rel:related_item>
    <rel:related_item><rel:inter_work_relation relationship-type="references" identifier-type="doi"
      >\u201chttps://doi.org/10.1000/soft\u201d</rel:inter_work_relation></rel:related_item>
    <rel:related_item><rel:inter_work_relation relationship-type="hasReview" identifier-type="uri">https://x.example
      </rel:inter_work_relation></rel:related_item></rel:program>
  <doi_data><doi>10.1000/ONE</doi><resource>https://press.example/one</resource></doi_data>
  <citation_list><citation key="1"><doi>10.1000/TWO</doi></citation>
    <citation key="2">
      <unstructured_citation>A book (https://doi.org/10.1000/three), 2020</unstructured_citation></citation>
    <citation key="3"><article_title>Four</article_title></citation></citation_list>
  <component_list><component><doi_data><doi>10.1000/part</doi></doi_data></component></component_list>
</journal_article>"""
SMALL = "<titles><title>{}</title></titles>{}<doi_data><doi>{}</doi><resource>https://x.example/1</resource></doi_data>"


PERSON = '<contributors><person_name contributor_role="{}"><surname>P</surname></person_name></contributors>'
