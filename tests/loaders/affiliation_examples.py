"""Institutions and affiliation texts with the institutions that the texts name."""

from typing import Literal, TypeAlias

from msgspec import structs

from loaders.records.parts import Affiliation, Author, Relation
from loaders.records.record import InstitutionRecord, PaperRecord

Status: TypeAlias = Literal["active", "withdrawn"]


def institution(  # noqa: PLR0913 what tells institutions apart
    key: str,
    name: str,
    city: str,
    country: str,
    *aliases: str,
    acronyms: tuple[str, ...] = (),
    status: Status = "active",
    parent: str | None = None,
    types: tuple[str, ...] = (),
) -> InstitutionRecord:
    record = InstitutionRecord(source="ror", key=key, name=name, city=city, country=country, ids=(f"ror:{key}",))
    relations = (Relation(kind="parent", target=f"ror:{parent}"),) if parent else ()
    return structs.replace(record, aliases=aliases, acronyms=acronyms, status=status, relations=relations, types=types)


INSTITUTIONS = [
    institution("04m01e293", "University of York", "York", "United Kingdom"),
    institution("05fq50484", "York University", "Toronto", "Canada", "University of York"),
    institution("04t5xt781", "Northeastern University", "Boston", "United States"),
    institution("03awzbc87", "Northeastern University", "Shenyang", "China"),
    institution("01an7q238", "University of California, Berkeley", "Berkeley", "United States"),
    institution("00pjdza24", "University of California System", "Oakland", "United States", "University of California"),
    institution("04c4dkn09", "University of Science and Technology of China", "Hefei", "China"),
    institution("0220qvk04", "Shanghai Jiao Tong University", "Shanghai", "China", "Shanghai Jiaotong University"),
    institution("03ypbx660", "Renji Hospital", "Shanghai", "China"),
    institution("0001fmy77", "Università degli Studi di Macerata", "Macerata", "Italy", "University of Macerata"),
    institution("05hz8m414", "Institute of Information Science", "Maribor", "Slovenia"),
    institution("03yxnpp24", "Universidad de Sevilla", "Seville", "Spain", status="withdrawn"),
    institution("034t30j35", "Chinese Academy of Sciences", "Beijing", "China", acronyms=("CAS",)),
    institution("044vy1d05", "Tokushima University", "Tokushima", "Japan", "徳島大学"),
    institution("04vnq7t77", "University of Stuttgart", "Stuttgart", "Germany"),
    institution("02e2c7k09", "Delft University of Technology", "Delft", "Netherlands"),
    institution("05fs6jp91", "University of New Mexico", "Albuquerque", "United States"),
    institution("010g9bb70", "Quest Diagnostics (United States)", "Secaucus", "United States"),
    institution("04nvcbr70", "Ryazan State Medical University named after I.P. Pavlov", "Ryazan", "Russia"),
    institution("05gy4kr80", "V. G. Khlopin Radium Institute", "Saint Petersburg", "Russia"),
    institution("01me6gb93", "Kaunas University of Technology", "Kaunas", "Lithuania"),
    institution("05qghxh33", "Stony Brook University", "Stony Brook", "United States", "SUNY, Stony Brook"),
    institution(
        "01q1z8k08",
        "State University of New York",
        "Albany",
        "United States",
        "Universidad Estatal de Nueva York",
        "Université d'État de New York",
        acronyms=("SUNY",),
        types=("education",),
    ),
    institution(
        "02qdbgx97",
        "Geisinger Health System",
        "Danville",
        "United States",
        "Geisinger Medical Center",
        acronyms=("GEIHS",),
    ),
    institution("0407f1r36", "Ural State Medical University", "Yekaterinburg", "Russia"),
    institution(
        "02s376052",
        "École Polytechnique Fédérale de Lausanne",
        "Lausanne",
        "Switzerland",
        acronyms=("EPFL",),
        types=("education", "funder"),
    ),
    institution(
        "026vcq606", "KTH Royal Institute of Technology", "Stockholm", "Sweden", acronyms=("KTH",), types=("education",)
    ),
    institution("029brtt94", "Université Claude Bernard Lyon 1", "Lyon", "France", "Université Lyon 1"),
    institution("014w0fd65", "European Centre for Forecasts", "Reading", "United Kingdom", acronyms=("ECMWF",)),
    institution("00njsd438", "Google (United States)", "Mountain View", "United States", parent="02e9yx751"),
    institution("03weg0b71", "Google (Singapore)", "Singapore", "Singapore", parent="00njsd438"),
    institution("04vssaz54", "Google (Australia)", "Pyrmont", "Australia", parent="00njsd438"),
    institution("00d0nc645", "Microsoft (United States)", "Redmond", "United States"),
    institution("032q61545", "Microsoft (Singapore)", "Singapore", "Singapore", parent="00d0nc645"),
    institution("00pm7rm97", "IBM (Germany)", "Böblingen", "Germany", parent="05hh8d621"),
    institution("02wat9f69", "IBM (United Kingdom)", "Winchester", "United Kingdom", parent="05hh8d621"),
    institution("05hffr360", "École Normale Supérieure", "Bujumbura", "Burundi"),
    institution("00t33hh48", "Chinese University of Hong Kong", "Hong Kong", "Hong Kong"),
    institution("0161xgx34", "Université de Montréal", "Montreal", "Canada", "University of Montreal"),
]
MEANT = {
    "University of York, York, UK": ["04m01e293"],
    "University of York, Toronto, Canada": ["05fq50484"],
    "Dept. of Comput. Sci., Northeastern Univ., Shenyang, P. R. China": ["03awzbc87"],
    "Northeastern University": [],
    "Northeastern University, Nagoya, Japan": [],
    "University of California, Berkeley": ["01an7q238"],
    "Department of EECS, University of California, Berkeley, CA 94720, USA": ["01an7q238"],
    "Univ. of Sci. & Technol. of China, Hefei, China": ["04c4dkn09"],
    "Dept. of Surgery, Renji Hospital, Shanghai Jiaotong University School of Medicine, China": [
        "0220qvk04",
        "03ypbx660",
    ],
    "Universita' di Macerata": ["0001fmy77"],
    "Institute of Information Science, Academia Sinica": [],
    "Institute of Information Science, Maribor": ["05hz8m414"],
    "Universidad de Sevilla": [],
    "Anthropic and Tokushima Univ.": ["044vy1d05"],
    "Department of Physics Tokushima University Tokushima Japan": ["044vy1d05"],
    "徳島大学": ["044vy1d05"],
    "Institute of Automation, CAS, Beijing, China": ["034t30j35"],
    "Institute of Automation, CAS": [],
    "Mathematics Department University of York, England": ["04m01e293"],
    "Shandong University, of Science and Technology of China, Hefei": [],
    "Somewhere else, 12 High Street": [],
    ",;()": [],
    "Inst. of Telecommun., Stuttgart Univ., Stuttgart": ["04vnq7t77"],
    "Comput. Eng. Lab., Tech. Univ. Delft, Delft": ["02e2c7k09"],
    "Delft Technical University": [],
    "Faculty of Law, University of New Mexico": ["05fs6jp91"],
    "Quest Diagnostics, Inc., New Jersey, USA": ["010g9bb70"],
    "Quest Diagnostics": [],
    "Dept. of Surgery, Ryazan State Medical University": ["04nvcbr70"],
    "Khlopin Radium Institute, St. Petersburg": ["05gy4kr80"],
    "Kaunas Univ. of Technology Kaunas, Lithuania": ["01me6gb93"],
    "Institute for Theoretical Physics, SUNY, Stony Brook NY 11794-3840 USA": ["05qghxh33"],
    "Weis Center, Geisinger Medical Center, Danville": ["02qdbgx97"],
    "GEIHS, Danville": ["02qdbgx97"],
    "State University of New York": ["01q1z8k08"],
    "State University of New York, Albany": [],
    "State University of New York at Buffalo": [],
    "SUNY, Albany": [],
    "South-Ural State Medical University": [],
    "Laboratory of Genetics, Ecole Polytechnique Fédérale de Lausanne": ["02s376052"],
    "Biologie, Université Lyon 1": ["029brtt94"],
    "Biologie, Université Lyon 2": [],
    "University of California System, Oakland": ["00pjdza24"],
    "School of Law, University of California, Irvine": [],
    "Tokushima University Hospital, Tokushima, Japan": [],
    "Tokushima Univeristy School of Medicine": ["044vy1d05"],
    "ECMWF": [],
    "ECMWF, Reading": ["014w0fd65"],
    "National Centre, Reading, UK": [],
    "Google": ["00njsd438"],
    "Google Inc.": ["00njsd438"],
    "Google, Singapore": ["03weg0b71"],
    "Google, Tokyo": [],
    "Google and Tokushima University": ["00njsd438", "044vy1d05"],
    "Microsoft Research": ["00d0nc645"],
    "Microsoft AI, Redmond": ["00d0nc645"],
    "IBM": [],
    "IBM Research, Winchester": ["02wat9f69"],
    "Ecole Normale Superieure": ["05hffr360"],
    "Ecole Normale Superieure, Paris": [],
    "The Chinese University of Hong Kong": ["00t33hh48"],
    "The Chinese University of Hong Kong, Shenzhen": [],
    "The Chinese University of Hong Kong, Shenzhen and Tokushima University": ["044vy1d05"],
    "The Chinese University of Hong Kong; University of Stuttgart": ["00t33hh48", "04vnq7t77"],
    "EPFL": ["02s376052"],
    "EPFL, Paris": [],
    "University of Stuttgart, EPFL": ["04vnq7t77"],
    "KTH": [],
    "KTH, Stockholm": ["026vcq606"],
    "University of Montreal, Mila": ["0161xgx34"],
}
"""Affiliations and the institutions that they name."""


def papers() -> list[PaperRecord]:
    return [
        PaperRecord(
            source="acl",
            key=f"p{number}",
            title=text,
            ids=(f"acl:p{number}",),
            authors=(Author(name=f"Author {number}", affiliations=(Affiliation(text=text),)), Author(name="Another")),
        )
        for number, text in enumerate(MEANT)
    ]
