"""Abstracts are split into sentences, of which two are chosen as a summary, in their order."""

from time import thread_time

import pytest

from normalization.sentences import split_sentences, split_words
from resolvers.compile.extractive_summary import MAX_ABSTRACT_LENGTH, MAX_SUMMARY_LENGTH, extract_summary
from tests.tiers import sampled_cases

TITLE = "Pipeline parallelism for large language models"
ABSTRACT = (
    "Interest in neural networks has grown. Memory of accelerators limits the size of models. "
    "We propose a schedule of pipeline parallelism for large language models. "
    "Its bubbles are small. The code is public. "
    "Pipeline parallelism trains language models of 530 billion parameters on large clusters."
)
EXTRACTED = (
    "We propose a schedule of pipeline parallelism for large language models. "
    "Pipeline parallelism trains language models of 530 billion parameters on large clusters."
)


@pytest.mark.parametrize(
    "sentences",
    [
        ["We study models, e.g. BERT, i.e. Google's encoder.", "It works."],
        ["Vaswani et al. (2017) and Devlin et al. Google trained both.", "They differ."],
        ["This extends the work of Smith et al.", "We improve it."],
        ["See Fig. 3 and Eq. (2) in Sec. 4 of vol. 5.", "The answer is no.", "Then we stop."],
        ["J. R. Smith and D.E. Knuth wrote it.", "Others did not."],
        ["It takes 3.5 s, or p < .05.", "Version 2.0 takes 1.2 s.", "2019 was slow."],
        ["Models (see below. They vary!) are large [cf. Sec. 2. Also 3].", "Others are small."],
        ["(We ignore these.)", "Then we stop."],
        ["Data from the U.S. Census are used.", "We live in the U.S.", "We count votes."],
        ["Is it so?", "Yes!", 'He said "it is."', "Then he left\u2026", "And so on..."],
        ["1. Models are large.", "2. They learn."],
        ["Names, places, etc.", "Existing data lack them."],
        ["It reads text, images, etc. and more.", "It works."],
        ["我们提出一种方法。", "它很快\uff01"],
        [
            "\u092f\u0939 \u090f\u0915 \u0935\u093e\u0915\u094d\u092f \u0939\u0948\u0964",
            "\u0926\u0942\u0938\u0930\u093e\u0964",
        ],
        ["\u0645\u0627 \u0647\u0630\u0627\u061f", "\u0647\u0630\u0627 \u0643\u062a\u0627\u0628."],
        ["An open bracket (is text.", "It hides no sentence."],
    ],
)
def test_text_is_split_into_sentences(sentences: list[str]) -> None:
    """Periods of abbreviations, initials, decimals and brackets do not end a sentence."""
    assert split_sentences(" ".join(sentences)) == sentences


def test_sentences_without_a_space_or_a_period_are_split() -> None:
    """A lost space, a full stop of Chinese and an empty line separate sentences; single line breaks do not."""
    assert split_sentences("These are results.We are done.") == ["These are results.", "We are done."]
    assert split_sentences("We use Node.Js and arXiv.org.") == ["We use Node.Js and arXiv.org."]
    assert split_sentences("甲。乙。") == ["甲。", "乙。"]
    assert split_sentences("Background\n\nModels\n are  large.") == ["Background", "Models are large."]
    assert split_sentences(" \n\n ") == []


def test_words_are_those_of_the_script() -> None:
    """Words keep hyphens, apostrophes and vowel signs; each Chinese character is a word."""
    assert split_words("State-of-the-art LLMs don't, 3.5!") == ["state-of-the-art", "llms", "don't", "3", "5"]
    assert split_words("模型BERT") == ["模", "型", "bert"]
    assert split_words("\u0935\u093e\u0915\u094d\u092f \u0939\u0948\u0964") == [
        "\u0935\u093e\u0915\u094d\u092f",
        "\u0939\u0948",
    ]


def test_two_sentences_are_chosen_in_the_order_of_the_abstract() -> None:
    """The sentences nearest to title and abstract are returned in their order, each time the same."""
    assert {extract_summary(TITLE, ABSTRACT) for _ in range(5)} == {EXTRACTED}
    swapped = ". ".join(reversed(ABSTRACT.removesuffix(".").split(". "))) + "."
    assert extract_summary(TITLE, swapped) == ". ".join(reversed(EXTRACTED.removesuffix(".").split(". "))) + "."


def test_equal_sentences_are_chosen_by_position() -> None:
    """Of sentences with equal scores, the first two are chosen."""
    sentences = [f"{word} models learn quickly today." for word in ("Red", "Green", "Blue", "White")]
    assert extract_summary("", " ".join(sentences)) == " ".join(sentences[:2])


def test_sentence_that_states_the_contribution_is_preferred() -> None:
    """The bonus decides between sentences that are equally near."""
    abstract = "Some models learn words. Other models learn words. Here we present models: learn words. It ends here."
    assert "Here we present" in extract_summary("", abstract)


@pytest.mark.parametrize(
    ("abstract", "summary"),
    [
        ("", ""),
        (" \n ", ""),
        ("Short.", "Short."),
        ("One  sentence\nof text", "One sentence of text"),
        ("Short. Also this.", "Short. Also this."),
        ("Red. Green. Blue words.", "Red. Green."),
        ("Abstract. We train a large model. Wow! It is better than others.", None),
        (
            "我们提出方法。它很快。",
            "我们提出方法。它很快。",
        ),
    ],
)
def test_short_abstract_is_returned_whole(abstract: str, summary: str | None) -> None:
    """An abstract of up to two sentences is its own summary; of more, the first two if almost all are short."""
    expected = "We train a large model. It is better than others." if summary is None else summary
    assert extract_summary("A model", abstract) == expected


def test_chinese_abstract_has_a_summary() -> None:
    """Of a Chinese abstract, two sentences are chosen and joined without a space."""
    parts = [
        "深度学习发展迅速。",
        "我们提出一种翻译模型。",
        "天气很好啊。",
        "该翻译模型优于其他翻译模型。",
    ]
    assert extract_summary("翻译模型", "".join(parts)) == parts[1] + parts[3]


@pytest.mark.parametrize("word", ["word ", "词"])
def test_long_summary_ends_at_a_word(word: str) -> None:
    """A summary has at most 600 characters and ends at a word with an ellipsis."""
    summary = extract_summary("", word * 1000)
    assert MAX_SUMMARY_LENGTH - 10 <= len(summary) <= MAX_SUMMARY_LENGTH
    assert summary.removesuffix("\u2026").endswith(word.strip())


@pytest.mark.parametrize(
    "text",
    sampled_cases([
        "We propose models of type A.B with results (see Fig. 3). ",
        "a.A", ".", "(", "()", "[(", "\n", "\n ", " ", ".)", "a.", "A. ", "et al. ", "We do word{}. ",
        "word{} ", "We do a word{}. ", "。", "词。", "词词词词。", "x-", "'",
    ]),
)  # fmt: skip
def test_time_is_bounded(text: str) -> None:
    """Any text of a megabyte takes less than 50 ms, and the text after the limit has no effect."""
    long = "".join(text.format(number) for number in range(1_000_000 // len(text)))
    times: list[float] = []
    for _ in range(3):
        start = thread_time()
        extract_summary("", long)
        times.append(thread_time() - start)
    assert min(times) < 0.05
    assert extract_summary("", long) == extract_summary("", long[: MAX_ABSTRACT_LENGTH + 1])
