import { createComparer, resolve } from './compare-schemas.mjs'

const gone = (before = {}, after = {}) => Object.keys(before).filter((key) => !(key in after))
const kept = (before = {}, after = {}) => Object.keys(before).filter((key) => key in after)
const line = (what) => (key) => `${what(key)}: is gone`

/** The breaks from one version of the three documents to the next, a line each. */
export const compareDocuments = (from, to) => [
  ...new Set([
    ...compareOpenApi(from['openapi.json'], to['openapi.json']),
    ...compareAsyncApi(from['asyncapi.json'], to['asyncapi.json']),
    ...compareNames(from['names.json'], to['names.json']),
  ]),
]

function compareOpenApi(from, to) {
  const compare = createComparer(from, to)
  const [calls, nextCalls] = [from, to].map(callsIn)
  return [
    ...gone(calls, nextCalls).map(line((call) => call)),
    ...kept(calls, nextCalls).flatMap((call) => compareCall(call, calls[call], nextCalls[call], compare)),
    ...compare(from.components.schemas.Error, to.components.schemas.Error, 'output', 'Error'),
  ]
}

/** The calls of a document, such as `GET /api/health`. */
const callsIn = ({ paths, security }) =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => [`${method.toUpperCase()} ${path}`, { security, ...call }]),
    ),
  )

function compareCall(call, was, now, compare) {
  const [answer, nextAnswer] = [was, now].map(({ responses }) => responses['200'])
  const [body, nextBody] = [was, now].map(({ requestBody }) => requestBody?.content)
  const inAddress = ({ parameters = [] }, where) => {
    const fields = parameters.filter((parameter) => parameter.in === where)
    const required = fields.filter((field) => field.required).map(({ name }) => name)
    return { type: 'object', properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])), required }
  }
  return [
    ...(was.operationId === now.operationId ? [] : [`${call}: was named ${was.operationId} and is named ${now.operationId}`]),
    ...gone(now.security[0], was.security[0]).map((scheme) => `${call}: needs ${scheme} now`),
    ...['path', 'query'].flatMap((where) => compare(inAddress(was, where), inAddress(now, where), 'input', `${call} ${where}`)),
    ...(nextBody && !body ? [`${call} body: is required now`] : []),
    ...gone(body, nextBody).map(line((type) => `${call} body as ${type}`)),
    ...kept(body, nextBody).flatMap((type) => compare(body[type].schema, nextBody[type].schema, 'input', `${call} body`)),
    ...gone(answer.headers, nextAnswer.headers).map(line((name) => `${call} answer's header ${name}`)),
    ...gone(answer.content, nextAnswer.content).map(line((type) => `${call} answer as ${type}`)),
    ...kept(answer.content, nextAnswer.content).flatMap((type) =>
      compare(answer.content[type].schema, nextAnswer.content[type].schema, 'output', `${call} answer`),
    ),
  ]
}

function compareAsyncApi(from, to) {
  const compare = createComparer(from, to)
  const directions = directionsIn(from)
  return [
    ...gone(from.servers, to.servers).map(line((name) => `server ${name}`)),
    ...kept(from.servers, to.servers)
      .filter((name) => from.servers[name].pathname !== to.servers[name].pathname)
      .map((name) => `server ${name}: was at ${from.servers[name].pathname} and is at ${to.servers[name].pathname}`),
    ...gone(from.channels, to.channels).map(line((name) => `channel ${name}`)),
    ...kept(from.channels, to.channels).flatMap((name) => {
      const [was, now] = [from.channels[name], to.channels[name]]
      return [
        ...(was.address === now.address ? [] : [`channel ${name}: was at ${was.address} and is at ${now.address}`]),
        ...gone(was.messages, now.messages).map(line((message) => `${name} ${message}`)),
        ...kept(was.messages, now.messages).flatMap((message) =>
          compare(
            was.messages[message].payload,
            now.messages[message].payload,
            directions.get(was.messages[message]),
            `${name} ${message}`,
          ),
        ),
      ]
    }),
  ]
}

/** Whether each message comes from the portal (`output`) or goes to it. A reply goes the other way. */
function directionsIn(document) {
  const found = new Map()
  for (const { action, messages, reply } of Object.values(document.operations)) {
    const isSent = action === 'send'
    for (const { $ref } of messages) found.set(resolve($ref, document), isSent ? 'output' : 'input')
    for (const { $ref } of reply?.messages ?? []) found.set(resolve($ref, document), isSent ? 'input' : 'output')
  }
  return found
}

/** `inputs` are schemas by kind, `names` lists by kind. */
function compareNames(from, to) {
  const compare = createComparer(from, to)
  return [
    ...gone(from.inputs, to.inputs).map(line((kind) => kind)),
    ...kept(from.inputs, to.inputs).flatMap((kind) => compare(from.inputs[kind], to.inputs[kind], 'input', kind)),
    ...gone(from.names, to.names).map(line((kind) => kind)),
    ...kept(from.names, to.names).flatMap((kind) =>
      from.names[kind].filter((name) => !to.names[kind].includes(name)).map((name) => `${kind}: ${name} is gone`),
    ),
  ]
}
