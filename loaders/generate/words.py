"""Names made of syllables and titles of plain words: nobody's."""

from loaders.generate.chance import mixed

GIVEN = ("Ba", "Ce", "Do", "Fi", "Ga", "He", "Jo", "Ka", "Li", "Mu", "Na", "Po", "Ri", "Sa", "Te", "Vo")
MIDDLE = ("la", "mi", "no", "ra", "se", "ti", "vu", "we", "xo", "yu")
END = ("bor", "dan", "fen", "gil", "han", "kin", "lor", "mar", "nes", "rik", "sun", "tal", "van", "wyn", "zel")
FIRST = (
    "Sparse", "Robust", "Joint", "Layered", "Guided", "Latent", "Modular", "Causal", "Compact", "Adaptive", "Spectral",
    "Implicit", "Scalable", "Stable", "Shallow", "Gradual", "Bounded", "Directed", "Mixed", "Partial",
)  # fmt: skip
THING = (
    "Parsing", "Alignment", "Retrieval", "Ranking", "Clustering", "Inference", "Sampling", "Planning", "Translation",
    "Segmentation", "Compression", "Labelling", "Routing", "Matching", "Forecasting", "Encoding", "Calibration",
    "Summaries", "Dialogue", "Grammars", "Embeddings", "Lexicons", "Corpora", "Graphs", "Signals", "Proteins",
    "Materials", "Networks", "Sensors", "Archives",
)  # fmt: skip
WITH = ("with", "for", "from", "beyond", "under", "through", "without", "across")
PLACE = ("Harbour", "Meadow", "Ridge", "Willow", "Granite", "Copper", "Amber", "Cedar", "Heron", "Larch", "Quarry")
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def chosen(number: int, *lists: tuple[str, ...]) -> list[str]:
    """Return one word of each list, as the number says."""
    found: list[str] = []
    for words in lists:
        number, place = divmod(number, len(words))
        found.append(words[place])
    return found


def person(seed: int, number: int) -> tuple[str, str]:
    """Return a given name and a family name; namesakes occur."""
    first, then, start, inner, end = chosen(mixed(seed, 1, number), GIVEN, MIDDLE, GIVEN, MIDDLE, END)
    return first + then, start + inner + end


def title(seed: int, number: int) -> str:
    """Return a paper's title."""
    first, one, how, second, other, last = chosen(mixed(seed, 2, number), FIRST, THING, WITH, FIRST, THING, THING)
    return f"{first} {one} {how} {second} {other} and {last}"


def place(seed: int, number: int) -> str:
    """Return a town's name."""
    one, end = chosen(mixed(seed, 3, number), PLACE, END)
    return one + end


def minted(kind: str, number: int) -> str:
    """Return an id as Byline mints them: a letter and a ULID, here one that counts."""
    digits = ""
    while number:
        number, digit = divmod(number, len(LETTERS))
        digits = LETTERS[digit] + digits
    return f"{kind}_01GENERATED{digits:0>15}"
