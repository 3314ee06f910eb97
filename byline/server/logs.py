"""Structured logs on standard error, as text or JSON."""

import logging
import sys

import stamina.instrumentation
import structlog


def silence_loggers() -> None:
    """Silence the logs of the Neo4j driver and of retries: Byline's own error messages contain the same information."""
    logging.getLogger("neo4j").addHandler(logging.NullHandler())
    stamina.instrumentation.set_on_retry_hooks(())


class StandardErrorLogger:
    """Writes lines to the standard error of the moment; a loaded module may be used after it was replaced."""

    def __init__(self, *_: object) -> None:
        """Ignore the name of the logger."""

    def msg(self, message: str) -> None:
        """Write one line."""
        sys.stderr.write(message + "\n")
        sys.stderr.flush()

    debug = info = warning = error = critical = exception = msg


def configure(log_format: str = "text") -> None:
    """Set the format of the log: `text` or `json`."""
    renderer = (
        structlog.processors.JSONRenderer()
        if log_format == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=StandardErrorLogger,
        cache_logger_on_first_use=True,
    )
