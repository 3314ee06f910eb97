"""Fields that depend on the viewer. The viewer's ID is a parameter, so that all viewers share a plan."""

from collections.abc import Mapping
from typing import Any, TypeAlias, cast

from resolvers.compile.arguments import VIEWER, Variables, ViewerId
from resolvers.compile.byline_ids import checked_object_id
from resolvers.compile.expression_builder import ExpressionBuilder, FieldContext, Fragment, Scope
from resolvers.compile.row_decoders import Decoder, first_item_decoder, nullable_decoder
from resolvers.compile.types import named_object
from schema.viewer_mapping import ViewerNode, ViewerObject, ViewerRelationship, ViewerRelationshipTypes, VisibleNode

ViewerMapping: TypeAlias = ViewerNode | ViewerObject | ViewerRelationship | ViewerRelationshipTypes | VisibleNode


def viewer_variables(variables: Variables, user_id: str | None) -> Mapping[str, Any]:
    """Return the variables of a request, and the ID of the viewer's account."""
    return {**variables, VIEWER: user_id}


def compile_viewer_field(builder: ExpressionBuilder, mapping: ViewerMapping, context: FieldContext) -> Fragment:
    """Return the expression and the decoder of a field that depends on the viewer."""
    viewer = builder.names.parameter(ViewerId())
    scope, selection, level = context.scope, context.selection, context.level
    match mapping:
        case ViewerNode():
            var = builder.names.variable("n")
            inner = builder.selection(named_object(context.type), Scope(var), selection.selection_sets, level.below())
            variable, clause = builder.collect_rows("", f"MATCH ({var}:User {{id: {viewer}}})", inner)
            return Fragment(variable, first_item_decoder(nullable_decoder(cast("Decoder", inner.decoder))), clause)
        case VisibleNode():
            var = builder.names.variable("n")
            inner = builder.selection(named_object(context.type), Scope(var), selection.selection_sets, level.below())

            def checked(raw: object) -> str:
                return checked_object_id(str(raw), mapping.label)

            with builder.names.argument_at("id"):
                key = builder.names.parameter(context.arguments["id"], checked)
            node = f"MATCH ({var}:{mapping.label} {{id: {key}}})"
            reads = f"(:User {{id: {viewer}}})-[:{'|'.join(mapping.readers)}]->({var})"
            visible = f"WHERE {var}.visibility <> 'private' OR EXISTS {{ {reads} }}" if mapping.readers else ""
            if mapping.roles:
                user = builder.names.variable("n")
                visible += f" OR EXISTS {{ ({user}:User {{id: {viewer}}}) WHERE {user}.role IN {list(mapping.roles)} }}"
            variable, clause = builder.collect_rows("", f"{node} {visible}", inner)
            return Fragment(variable, first_item_decoder(nullable_decoder(cast("Decoder", inner.decoder))), clause)
        case ViewerObject():
            inner = builder.selection(named_object(context.type), scope, selection.selection_sets, level.below())
            expression = f"CASE WHEN {viewer} <> '' THEN {inner.expression} END"
            return Fragment(expression, nullable_decoder(cast("Decoder", inner.decoder)), inner.clauses)
        case ViewerRelationship():
            var = builder.names.variable("n")
            match = f"MATCH ({var}:User {{id: {viewer}}}) USING INDEX {var}:User(id)"
            return Fragment(f"EXISTS {{ {match} MATCH ({var})-[:{mapping.type}]->({scope.var}) }}", None)
        case ViewerRelationshipTypes():
            var, edge = builder.names.variable("n"), builder.names.variable("e")
            match = f"MATCH ({var}:User {{id: {viewer}}}) USING INDEX {var}:User(id)"
            types = f"MATCH ({var})-[{edge}:{'|'.join(mapping.types)}]->({scope.var})"
            order = f"WITH type({edge}) AS {edge} ORDER BY {edge}"
            return Fragment(f"COLLECT {{ {match} {types} {order} RETURN {edge} }}", builder.leaf(context.type))
