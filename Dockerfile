# Byline's image: built in one stage, run in another, not as root. BASE needs Python 3.11 or newer with venv.
ARG BASE=python:3.11-slim-bookworm
FROM ${BASE} AS build
WORKDIR /byline
RUN python3 -m venv /opt/byline
COPY requirements/run.lock requirements/run.lock
RUN /opt/byline/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements/run.lock
COPY pyproject.toml README.md LICENSE ./
COPY accounts accounts
COPY byline byline
COPY cypher cypher
COPY docs docs
COPY loaders loaders
COPY normalization normalization
COPY resolvers resolvers
COPY schema schema
COPY traversal traversal
RUN /opt/byline/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps --no-build-isolation .

FROM ${BASE}
RUN useradd --system --create-home --uid 10001 byline
COPY --from=build /opt/byline /opt/byline
USER byline
WORKDIR /home/byline
ENV PATH=/opt/byline/bin:$PATH BYLINE_HOST=0.0.0.0 BYLINE_ALLOW_REMOTE=true PYTHONUNBUFFERED=1
EXPOSE 8000
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=12 \
    CMD ["python3", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/readyz', timeout=3)"]
# A Neo4j that is still starting is waited for, a minute at most; then the container ends and says why.
CMD ["sh", "-c", "n=0; until byline migrate; do n=$((n + 1)); [ $n -lt 20 ] || exit 1; sleep 3; done; exec byline serve"]
