"""Embedding models: vectors of texts, folders of models, and the download of the default model."""

from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from byline import embedding_model
from byline.embedding_model import ModelLock, read_jar
from byline.local_neo4j.errors import ServerError
from byline.local_neo4j.jars import sha256
from byline.local_neo4j.lockfile import Artifact, read_lockfile
from byline.local_neo4j.progress import NullProgress
from loaders.embed.model import EmbeddingModel, ModelError, read_folder
from tests.loaders.embed.tiny_model import write_config, write_model


def test_vector_is_normalized_mean_of_tokens(tmp_path: Path) -> None:
    """The vector of a text is the mean of the vectors of its tokens, scaled to length 1."""
    model = EmbeddingModel(read_folder(write_model(tmp_path / "tiny")))
    vectors = model.embed(["Parsing galaxy", "parsing", "a long text about a galaxy and a star"])
    assert model.dimension == 4
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1])
    assert vectors[0] == pytest.approx([0.5**0.5, 0.5**0.5, 0, 0])
    assert vectors[2] == pytest.approx(model.embed(["a long text about a galaxy and a star"])[0])


def test_vector_is_independent_of_other_texts(tmp_path: Path) -> None:
    """The vector of a text is the same in a list, in the order of the list, and alone."""
    model = EmbeddingModel(read_folder(write_model(tmp_path / "tiny")), threads=3)
    texts = [f"{'x ' * (number % 7)}parsing {'gene ' * (number % 3)}" for number in range(40)]
    assert np.array_equal(model.embed(texts), np.concatenate([model.embed([text]) for text in texts]))
    assert model.embed([]).shape == (0, 4)
    assert model.embed([""]).tolist() == [[0, 0, 0, 0]]


def test_folder_configures_pooling_and_length(tmp_path: Path) -> None:
    """The files of Sentence Transformers select the first token and the maximum length; both change the name."""
    folder = write_model(tmp_path / "tiny", dimension=7)
    plain = read_folder(folder)
    write_config(folder, "1_Pooling/config.json", pooling_mode_cls_token=True)
    write_config(folder, "sentence_bert_config.json", max_seq_length=2)
    files = read_folder(folder)
    assert (files.pooling, files.max_tokens) == ("first", 2)
    assert plain.name.startswith("tiny@")
    assert plain.name != files.name
    model = EmbeddingModel(files)
    assert model.dimension == 7
    assert model.embed(["galaxy parsing parsing"])[0] == pytest.approx([0, 1, 0, 0, 0, 0, 0])


def test_unusable_models_are_rejected(tmp_path: Path) -> None:
    """The error names the folder or the file that is missing, damaged or of another form."""
    with pytest.raises(ModelError, match="is not a folder"):
        read_folder(tmp_path / "absent")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ModelError, match=r"has no model\.onnx"):
        read_folder(tmp_path / "empty")
    folder = write_model(tmp_path / "tiny")
    (folder / "tokenizer.json").unlink()
    with pytest.raises(ModelError, match=r"has no tokenizer\.json"):
        read_folder(folder)
    folder = write_model(tmp_path / "damaged")
    (folder / "model.onnx").write_bytes(b"no model")
    with pytest.raises(ModelError, match="Cannot load the embedding model damaged@"):
        EmbeddingModel(read_folder(folder))
    with pytest.raises(ModelError, match=r"output of shape \['texts', 4\]"):
        EmbeddingModel(read_folder(write_model(tmp_path / "flat", axes=2)))
    write_config(folder, "sentence_bert_config.json", max_seq_length="many")
    with pytest.raises(ModelError, match=r"Cannot read .*sentence_bert_config\.json"):
        read_folder(folder)


def _jar(cache: Path, folder: Path, *names: str) -> Artifact:
    """Return an artifact that the cache already has, with files of a folder."""
    artifact = Artifact("org.example", "tiny", "1", 0, "")
    path = cache / "jars" / artifact.path
    path.parent.mkdir(parents=True)
    with ZipFile(path, "w") as archive:
        for name in names:
            archive.write(folder / name, name)
    return Artifact("org.example", "tiny", "1", path.stat().st_size, sha256(path))


def test_default_model_is_read_from_verified_jar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model comes from the jar of the lock file, and its name has the version of the jar."""
    folder = write_model(tmp_path / "tiny")
    artifact = _jar(tmp_path, folder, "model.onnx", "tokenizer.json")
    (tmp_path / "tiny.toml").write_text(
        f'name = "tiny"\ntransformer = "model.onnx"\ntokenizer = "tokenizer.json"\n[artifact]\ngroup = "org.example"\n'
        f'name = "tiny"\nversion = "1"\nbytes = {artifact.bytes}\nsha256 = "{artifact.sha256}"\n'
    )
    monkeypatch.setattr(embedding_model, "LOCK", tmp_path / "tiny.toml")
    files = embedding_model.model_files(None, NullProgress(), cache=tmp_path)
    assert files.name == "tiny@1"
    assert EmbeddingModel(files).embed(["parsing"])[0] == pytest.approx([1, 0, 0, 0])
    incomplete = ModelLock("tiny", "model.onnx", "absent.json", artifact)
    with pytest.raises(ServerError, match="Cannot read the embedding model"):
        read_jar(incomplete, NullProgress(), cache=tmp_path)


def test_lock_file_pins_default_model() -> None:
    """The lock file has a version, a size and a SHA-256."""
    lock = read_lockfile(embedding_model.LOCK, ModelLock)
    assert len(lock.artifact.sha256) == 64
    assert lock.artifact.version in lock.artifact.path
    assert lock.artifact.bytes > 1_000_000
