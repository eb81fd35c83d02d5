import type { JsonSchema } from './openapi.ts'
import { schemaTree, type SchemaNode, type Schemas } from './schema-tree.ts'
import classes from './docs.module.css'

/** A schema as a tree of its fields. */
export function SchemaView({ schema, schemas }: { schema: JsonSchema; schemas: Schemas }) {
  const tree = schemaTree(schema, schemas)
  return (
    <div className={classes.schema}>
      <p className={classes.schemaType}>
        <span className="mono">{tree.type}</span>
        {tree.rules.length > 0 && <span className={classes.rules}>{tree.rules.join(', ')}</span>}
        {tree.children.length === 0 && tree.type === 'object' && <span className={classes.rules}>without fields</span>}
      </p>
      <Fields nodes={tree.children} />
    </div>
  )
}

function Fields({ nodes }: { nodes: readonly SchemaNode[] }) {
  if (nodes.length === 0) return null
  return (
    <ul className={classes.fields}>
      {nodes.map((node) => (
        <li key={node.name + node.type}>
          <div className={classes.field}>
            {node.name && <span className={classes.fieldName}>{node.name}</span>}
            <span className={classes.fieldType}>{node.type}</span>
            {!node.required && <span className={classes.optional}>optional</span>}
            {node.rules.length > 0 && <span className={classes.rules}>{node.rules.join(', ')}</span>}
            {node.description && <span className={classes.rules}>{node.description}</span>}
          </div>
          <Fields nodes={node.children} />
        </li>
      ))}
    </ul>
  )
}
