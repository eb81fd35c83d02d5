import { z } from 'zod'

/** The part of JSON Schema that the API document uses; other keywords are ignored. */
export type JsonSchema = {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string | string[]
  description?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  pattern?: string
}

const Schema = z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null)
const Content = z.record(z.string(), z.object({ schema: Schema.optional() }))
const Operation = z.object({
  operationId: z.string().optional(),
  tags: z.array(z.string()).optional(),
  summary: z.string().optional(),
  'x-access': z.string().optional(),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean().optional(),
        description: z.string().optional(),
        schema: Schema.optional(),
      }),
    )
    .optional(),
  requestBody: z.object({ content: Content }).optional(),
  responses: z
    .record(
      z.string(),
      z.object({
        description: z.string().optional(),
        content: Content.optional(),
        headers: z.record(z.string(), z.object({ description: z.string().optional() })).optional(),
      }),
    )
    .optional(),
})
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const PathItem = z.object({
  get: Operation.optional(),
  post: Operation.optional(),
  put: Operation.optional(),
  patch: Operation.optional(),
  delete: Operation.optional(),
})

export const OpenApiDocument = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string().optional() }),
  paths: z.record(z.string(), PathItem),
  components: z.object({ schemas: z.record(z.string(), Schema).optional() }).optional(),
})
export type OpenApiDocument = z.infer<typeof OpenApiDocument>

export type ApiParameter = {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
}
export type ApiResponse = {
  readonly status: string
  readonly description: string
  readonly schema: JsonSchema | null
  readonly headers: readonly { readonly name: string; readonly description: string }[]
}
export type ApiOperation = {
  /** Unique on the page, and used as the link anchor. */
  readonly id: string
  readonly method: Uppercase<(typeof METHODS)[number]>
  readonly path: string
  readonly summary: string
  readonly access: string
  readonly needsKey: boolean
  readonly needsToken: boolean
  readonly parameters: readonly ApiParameter[]
  readonly body: JsonSchema | null
  readonly answers: readonly ApiResponse[]
  readonly failures: readonly ApiResponse[]
}
export type ApiGroup = { readonly tag: string; readonly operations: readonly ApiOperation[] }

/** The document's operations by tag, in document order. */
export function groupOperations(document: OpenApiDocument): ApiGroup[] {
  const groups = new Map<string, ApiOperation[]>()
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method]
      if (!operation) continue
      const tag = operation.tags?.[0] ?? 'other'
      groups.set(tag, [...(groups.get(tag) ?? []), describe(path, method, operation)])
    }
  }
  return Array.from(groups, ([tag, operations]) => ({ tag, operations }))
}

/** Operations that contain every word of the query; empty groups are dropped. */
export function filterGroups(groups: readonly ApiGroup[], query: string): ApiGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return groups
    .map(({ tag, operations }) => ({
      tag,
      operations: operations.filter(({ id, method, path, summary, access }) => {
        const text = [tag, id, method, path, summary, access].join('\n').toLowerCase()
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ operations }) => operations.length > 0)
}

function describe(path: string, method: (typeof METHODS)[number], operation: z.infer<typeof Operation>): ApiOperation {
  const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => ({
    status,
    description: response.description ?? '',
    schema: jsonSchema(response.content),
    headers: Object.entries(response.headers ?? {}).map(([name, header]) => ({ name, description: header.description ?? '' })),
  }))
  const schemes = new Set((operation.security ?? []).flatMap((each) => Object.keys(each)))
  return {
    id: operation.operationId ?? `${method}-${path.replace(/\W+/g, '-')}`,
    method: method.toUpperCase() as ApiOperation['method'],
    path,
    summary: operation.summary ?? '',
    access: operation['x-access'] ?? '',
    needsKey: schemes.has('apiKey'),
    needsToken: schemes.has('token'),
    parameters: (operation.parameters ?? []).map(({ name, in: where, required = false, description = '', schema = {} }) => ({
      name,
      in: where,
      required,
      description,
      schema,
    })),
    body: jsonSchema(operation.requestBody?.content),
    answers: responses.filter(({ status }) => status.startsWith('2')),
    failures: responses.filter(({ status }) => !status.startsWith('2')),
  }
}

const jsonSchema = (content: z.infer<typeof Content> | undefined): JsonSchema | null => content?.['application/json']?.schema ?? null
