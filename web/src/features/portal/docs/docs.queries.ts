import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../platform/api/api-error.ts'
import { OpenApiDocument } from './openapi.ts'

const URL = '/api/openapi.json'

/** Fetched as it stands: the document describes the calls and is none of them, and needs no key. */
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
