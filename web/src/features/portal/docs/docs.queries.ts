import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../platform/api/api-error.ts'
import { OpenApiDocument } from './openapi.ts'

const URL = '/api/openapi.json'

/** Fetched directly: the document is not an API endpoint itself, and needs no key. */
async function fetchDocument(signal: AbortSignal): Promise<OpenApiDocument> {
  let response: Response
  try {
    response = await fetch(URL, { signal, headers: { accept: 'application/json' } })
  } catch (error) {
    if (signal.aborted) throw error
    throw new ApiError({ url: URL, status: 0, text: error instanceof Error ? error.message : String(error) }, { cause: error })
  }
  const text = await response.text()
  if (!response.ok) throw new ApiError({ url: URL, status: response.status, text })
  return OpenApiDocument.parse(JSON.parse(text))
}

export const apiDocumentQuery = queryOptions({
  queryKey: ['api-document'],
  queryFn: ({ signal }) => fetchDocument(signal),
  staleTime: Infinity,
  meta: { handled: true },
})
