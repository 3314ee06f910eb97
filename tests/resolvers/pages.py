"""The two pages that a front end asks for in one request."""

RESEARCHER_PAGE = """
query Researcher($name: String!) {
  researchers(where: {name: {eq: $name}}) {
    nodes {
      id name aliases role headline orcid
      affiliations { institution { name ror } since until role source }
      openToCollaborate { value stated }
      claimed verificationLevel
      trust { score label evidence { kind points count } }
      paperCount followerCount topicCount collaboratorCount closeCollaboratorCount
      closeCollaborators(first: 4) { totalCount edges { papers node { name } } }
      topics { edges { papers node { code label } } }
      collaborators { totalCount edges { papers firstYear lastYear node { name } } }
      papers {
        totalCount
        edges {
          position nameAsWritten
          node {
            id kind year sources title abstract
            authors { totalCount edges { position nameAsWritten node { id name } } }
          }
        }
      }
    }
  }
}
"""

PAPER_PAGE = """
query Paper($arxiv: String!) {
  paper(by: {arxiv: $arxiv}) {
    id title abstract kind year publishedOn publishedPrecision publishedSource
    dates { value precision kind source }
    primaryTopic { code label }
    sources openAccess licence
    manifestations { url version date kind }
    authorsComplete
    authors(first: 100) { totalCount edges { position nameAsWritten node { id name } } }
    venue { name acronym }
    institutions { institution { name } positions }
    institutionCount
    topics { edges { score primary node { code label } } }
    hasCode hasDataset resources { url kind source }
    citationCount
    references { totalCount edges { node { title } } }
    citedBy { totalCount edges { node { title } } }
    reviewCount commentCount saveCount likeCount dislikeCount
    related(first: 5) { score reasons { kind count score } paper { title } }
  }
}
"""

LIST_PAGE = (
    "query List { papers(first: 1000) { totalCount edges { cursor node { id title year kind doi citationCount } } } }"
)
