import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { ApiSidebar } from './ApiSidebar.tsx'
import { apiDocumentQuery } from './docs.queries.ts'
import classes from './docs.module.css'
import { OperationView } from './OperationView.tsx'
import { filterGroups, groupOperations, type OpenApiDocument } from './openapi.ts'
import { useCurrentOperation } from './use-current-operation.ts'

/** Public API reference, with a way to try each call. */
export function ApiDocsPage() {
  const document = useQuery(apiDocumentQuery)
  return (
    <main id="main" tabIndex={-1} className={classes.page}>
      {document.isPending && <PageLoading label="Loading the API" rows={10} />}
      {document.isError && (
        <PageError title="The API's description could not be loaded" error={document.error} onRetry={document.refetch} />
      )}
      {document.isSuccess && <ApiDocs document={document.data} />}
    </main>
  )
}

function ApiDocs({ document }: { document: OpenApiDocument }) {
  const [query, setQuery] = useState('')
  const all = useMemo(() => groupOperations(document), [document])
  const groups = useMemo(() => filterGroups(all, query), [all, query])
  const current = useCurrentOperation(groups.flatMap(({ operations }) => operations.map(({ id }) => id)))
  const schemas = document.components?.schemas ?? {}
  return (
    <>
      <PageHeader
        title={`${document.info.title} API`}
        subtitle={document.info.description}
        actions={
          <Button component="a" variant="default" href="/api/openapi.json">
            OpenAPI document
          </Button>
        }
      />
      <div className={classes.layout}>
        <ApiSidebar groups={groups} query={query} onQueryChange={setQuery} current={current} />
        <div className={classes.operations}>
          <p className={classes.note}>
            Version <span className="mono">{document.info.version}</span>. Set <span className="mono">$KEY</span> to an API key and{' '}
            <span className="mono">$TOKEN</span> to the <span className="mono">X-IDP-Token</span> header of a sign-in, then paste an
            example.
          </p>
          {groups.map(({ tag, operations }) => (
            <section key={tag} className={classes.group}>
              <h2 className={classes.groupTitle}>{tag}</h2>
              {operations.map((operation) => (
                <OperationView key={operation.id} operation={operation} schemas={schemas} />
              ))}
            </section>
          ))}
          {groups.length === 0 && (
            <Empty
              icon={<IconSearchOff size={28} stroke={1.6} />}
              title="No call matches"
              text={`Nothing in the API mentions “${query}”.`}
              action={
                <Button variant="default" onClick={() => setQuery('')}>
                  Clear the filter
                </Button>
              }
            />
          )}
        </div>
      </div>
    </>
  )
}
