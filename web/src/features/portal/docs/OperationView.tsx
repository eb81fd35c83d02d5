import { IconKey, IconLink, IconLock, IconLockOpen } from '@tabler/icons-react'
import { ERROR_STATUS } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { curlExample } from './curl.ts'
import classes from './docs.module.css'
import { MethodBadge } from './MethodBadge.tsx'
import type { ApiOperation, ApiResponse } from './openapi.ts'
import { schemaTree, type Schemas } from './schema-tree.ts'
import { SchemaView } from './SchemaView.tsx'

type OperationProps = { operation: ApiOperation; schemas: Schemas }

export function OperationView({ operation, schemas }: OperationProps) {
  const { id, method, path, summary } = operation
  return (
    <article id={id} className={classes.operation} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <header className={classes.operationHeader}>
        <h3 id={`${id}-title`} className={classes.operationTitle}>
          {summary || path}
          <a className={classes.anchor} href={`#${id}`} aria-label={`Link to ${summary || path}`}>
            <IconLink size={15} aria-hidden />
          </a>
        </h3>
        <p className={classes.operationPath}>
          <MethodBadge method={method} />
          <span className={classes.path}>{path}</span>
        </p>
        <Access operation={operation} />
      </header>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Parameters operation={operation} schemas={schemas} />
          {operation.body && (
            <Part title="Body">
              <SchemaView schema={operation.body} schemas={schemas} />
            </Part>
          )}
          {operation.answers.map((answer) => (
            <Answer key={answer.status} answer={answer} schemas={schemas} />
          ))}
        </div>
        <div className={classes.column}>
          <Example operation={operation} schemas={schemas} />
          <Failures failures={operation.failures} />
        </div>
      </div>
    </article>
  )
}

function Access({ operation: { access, needsKey, needsToken } }: { operation: ApiOperation }) {
  const Icon = needsToken ? IconLock : needsKey ? IconKey : IconLockOpen
  return (
    <p className={classes.access}>
      <Icon size={15} aria-hidden />
      <span>
        For {access || 'anyone'}
        {needsToken && ', with an API key and a token'}
      </span>
    </p>
  )
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <div className={classes.partHeader}>
        <h4 className={classes.partTitle}>{title}</h4>
        {aside}
      </div>
      {children}
    </section>
  )
}

function Parameters({ operation: { parameters }, schemas }: OperationProps) {
  if (parameters.length === 0) return null
  return (
    <Part title="Parameters">
      <table className={classes.parameters}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">In</th>
            <th scope="col">Type</th>
          </tr>
        </thead>
        <tbody>
          {parameters.map(({ name, in: where, required, schema, description }) => {
            const { type, rules } = schemaTree(schema, schemas)
            const notes = [...rules, description].filter(Boolean).join(', ')
            return (
              <tr key={where + name}>
                <td className={classes.fieldName}>{name}</td>
                <td>
                  {where}
                  {!required && <span className={classes.optional}> optional</span>}
                </td>
                <td>
                  <span className={classes.fieldType}>{type}</span> {notes && <span className={classes.rules}>{notes}</span>}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Part>
  )
}

function Answer({ answer: { status, headers, schema }, schemas }: { answer: ApiResponse; schemas: Schemas }) {
  return (
    <Part title="Answer" aside={<span className={classes.status}>{status}</span>}>
      {headers.map(({ name, description }) => (
        <p key={name} className={classes.header}>
          Header <span className="mono">{name}</span>: {description}
        </p>
      ))}
      {schema && <SchemaView schema={schema} schemas={schemas} />}
    </Part>
  )
}

function Example({ operation, schemas }: OperationProps) {
  const text = curlExample(operation, window.location.origin, schemas)
  return (
    <Part title="Example" aside={<CopyButton text={text} what={`the call ${operation.id}`} />}>
      <pre className={classes.example}>{text}</pre>
    </Part>
  )
}

function Failures({ failures }: { failures: readonly ApiResponse[] }) {
  if (failures.length === 0) return null
  return (
    <Part title="Errors">
      <dl className={classes.failures}>
        {failures.map(({ status, description }) => (
          <div key={status} className={classes.failure}>
            <dt className={classes.status} data-failed>
              {status}
            </dt>
            <dd>
              {description}
              <span className={classes.codes}>{codesOf(status).join(', ')}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

const codesOf = (status: string): string[] =>
  Object.entries(ERROR_STATUS)
    .filter(([, each]) => String(each) === status)
    .map(([code]) => code)
