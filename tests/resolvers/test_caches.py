"""The caches of documents and plans are bounded."""

import pytest

from resolvers.plan_cache import PlanCache, WeightedLRUCache


def test_cache_is_bounded_by_count_and_weight() -> None:
    """The least recently used entries are evicted until count and weight fit; a repeated key counts once."""
    cache = WeightedLRUCache[str, int](3, 100)
    for name in "abc":
        cache.put(name, ord(name), 10)
    assert cache.get("a") == ord("a")
    cache.put("d", 0, 10)
    assert (cache.get("b"), len(cache)) == (None, 3)
    cache.put("e", 0, 85)
    assert (cache.get("e"), cache.get("d"), cache.get("a"), len(cache)) == (0, 0, None, 2)
    cache.put("e", 1, 90)
    assert (cache.get("e"), len(cache)) == (1, 2)
    assert cache.put("f", 0, 101) == 0
    assert (cache.get("f"), len(cache)) == (None, 2), "what is too heavy by itself costs no other its place"


@pytest.mark.full
def test_document_cache_is_bounded() -> None:
    """Of 3,000 different documents of 1,000 characters, at most 500 stay in the cache."""
    plan_cache = PlanCache(15)
    for number in range(3_000):
        plan_cache.document(f"query Q{number:06} {{ meta {{ version }} }} #{'x' * 964}")
    assert 400 < len(plan_cache.documents) <= 500
