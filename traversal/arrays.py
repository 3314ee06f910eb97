"""Types of arrays."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Int32Array: TypeAlias = npt.NDArray[np.int32]
Int64Array: TypeAlias = npt.NDArray[np.int64]
Int16Array: TypeAlias = npt.NDArray[np.int16]
Int8Array: TypeAlias = npt.NDArray[np.int8]
BoolArray: TypeAlias = npt.NDArray[np.bool_]
BytesArray: TypeAlias = npt.NDArray[np.bytes_]
