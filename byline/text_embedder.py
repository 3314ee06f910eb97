"""The vectors of texts of clients, by the model of `byline embed`, for `papersAbout`."""

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import structlog
from anyio import CapacityLimiter, to_thread

from byline.local_neo4j.errors import ServerError
from byline.local_neo4j.progress import CallbackProgress

if TYPE_CHECKING:  # onnxruntime and tokenizers are optional
    from loaders.embed.model import EmbeddingModel

log = structlog.get_logger()
PACKAGES = ("onnxruntime", "tokenizers")
"""Packages of the optional dependency `semantic`."""


class LocalTextEmbedder:
    """Embeds texts in this process, one at a time in a worker thread. The first text loads the model (0.5 s).

    A request never downloads the model: without its file, or without the packages, texts have no vectors.

    Args:
        folder: folder of a model of the user's own; None for the default model.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._model: EmbeddingModel | None = None
        self._failed = any(find_spec(package) is None for package in PACKAGES)
        self._limiter = CapacityLimiter(1)

    async def embed(self, text: str) -> dict[str, Any] | None:
        """Return the name of the model as `model` and the vector as `numbers`; None without a model or a text."""
        if self._failed or not text:
            return None
        return await to_thread.run_sync(self._embed, text, limiter=self._limiter)

    def _embed(self, text: str) -> dict[str, Any] | None:
        model = self._model or self._load()
        if model is None:
            return None
        vector = model.embed([text])[0]
        return {"model": model.name, "numbers": vector.tolist()} if vector.any() else None

    def _load(self) -> "EmbeddingModel | None":
        from byline.embedding_model import is_downloaded, model_files  # noqa: PLC0415 its libraries are optional
        from loaders.embed.model import EmbeddingModel, ModelError  # noqa: PLC0415 as above

        if self._failed or not is_downloaded(self._folder):
            return None
        try:
            self._model = EmbeddingModel(model_files(self._folder, CallbackProgress(log.info)), threads=1)
        except (ServerError, ModelError) as error:
            self._failed = True
            log.warning("embedding_model_unusable", message=str(error))
        return self._model
