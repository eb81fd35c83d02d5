/*
 * Lists the breaks that a change of a JSON Schema makes. `direction` is `input` for what others send and `output` for what they receive.
 *
 * An input may only accept more: no field or value is taken away, none is required that was not, no limit is narrower.
 * An output may only say more: no field or value is taken away, no field may be missing that never was, no type is new.
 */

/** Compares schemas of the documents `from` and `to`. Returns a line for each break, which begins with the place. */
export function createComparer(from, to) {
  const unbroken = new Set()
  return (was, now, direction, at) => compareTop(was, now, { from, to, direction, unbroken, open: new Set() }, at)
}

function compareTop(was, now, context, at) {
  const isShared = was?.$ref !== undefined && was.$ref === now?.$ref
  if (!isShared) return compareKinds(kindsOf(was, context.from), kindsOf(now, context.to), context, at)
  // A schema may contain itself, and most are used in many places: it is compared once, and a break has the same line everywhere.
  const key = `${was.$ref} ${context.direction}`
  if (context.unbroken.has(key) || context.open.has(key)) return []
  context.open.add(key)
  const place = `${was.$ref.split('/').at(-1)} (${context.direction})`
  const breaks = compareKinds(kindsOf(was, context.from), kindsOf(now, context.to), context, place)
  context.open.delete(key)
  if (breaks.length === 0 && context.open.size === 0) context.unbroken.add(key)
  return breaks
}

/** Each alternative has to be there still. Among several that it may have become, the one with the fewest breaks counts. */
function compareKinds(before, after, context, at) {
  if (before.length === 1 && after.length === 1) return compareOne(before[0], after[0], context, at)
  const isOutput = context.direction === 'output'
  const kept = before.flatMap((kind) => {
    const found = after.filter((each) => isLike(kind, each)).map((each) => compareOne(kind, each, context, at))
    if (found.length === 0) return isOutput && kind.type === 'null' ? [] : [`${at}: ${nameOf(kind)} is gone`]
    return found.toSorted((a, b) => a.length - b.length)[0]
  })
  return isOutput ? [...kept, ...unexpected(before, after, at)] : kept
}

/** New alternatives of an output that its readers can't be prepared for. */
function unexpected(before, after, at) {
  const types = new Set(before.map(({ type }) => type))
  const objects = before.filter(({ type }) => type === 'object')
  const always = (objects[0]?.required ?? []).filter((name) => objects.every(({ required = [] }) => required.includes(name)))
  const others = after.filter((kind) => kind.type === 'object' && !objects.some((each) => isLike(each, kind)))
  return [
    ...after.filter(({ type }) => !types.has(type)).map((kind) => `${at}: may be ${nameOf(kind)} now`),
    ...always
      .filter((name) => others.some(({ required = [] }) => !required.includes(name)))
      .map((name) => `${at}.${name}: may be missing now`),
  ]
}

function compareOne(before, after, context, at) {
  const isInput = context.direction === 'input'
  if ((isInput ? after : before).type === undefined) return []
  const [narrow, wide] = isInput ? [before, after] : [after, before]
  if (narrow.type !== wide.type && !(narrow.type === 'integer' && wide.type === 'number')) {
    return [`${at}: was ${nameOf(before)} and is ${nameOf(after)}`]
  }
  return [
    ...compareValues(before, after, isInput, at),
    ...compareFields(before, after, context, at),
    ...compareItems(before, after, context, at),
    ...(isInput ? compareLimits(before, after, at) : []),
    ...FORMS.filter((form) => changed(before[form], after[form], isInput)).map((form) => `${at}: ${form} is ${text(after[form])} now`),
  ]
}

function compareValues(before, after, isInput, at) {
  if (before.enum && after.enum) return without(before.enum, after.enum).map((value) => `${at}: the value ${value} is gone`)
  if (isInput && after.enum) return [`${at}: takes only ${after.enum.join(', ')} now`]
  return !isInput && before.enum ? [`${at}: may be other than ${before.enum.join(', ')} now`] : []
}

function compareFields(before, after, context, at) {
  const [fields, nextFields] = [before.properties ?? {}, after.properties ?? {}]
  const [required, nextRequired] = [before.required ?? [], after.required ?? []]
  const [others, nextOthers] = [before, after].map(({ additionalProperties }) => additionalProperties)
  const isInput = context.direction === 'input'
  const breaks = Object.keys(fields).flatMap((name) =>
    name in nextFields ? compareTop(fields[name], nextFields[name], context, `${at}.${name}`) : [`${at}.${name}: is gone`],
  )
  if (isInput) breaks.push(...without(nextRequired, required).map((name) => `${at}.${name}: is required now`))
  else
    breaks.push(
      ...without(required, nextRequired)
        .filter((name) => name in nextFields)
        .map((name) => `${at}.${name}: may be missing now`),
    )
  if (isInput && nextOthers === false && others !== false) breaks.push(`${at}: refuses unknown fields now`)
  if (isInput && after.propertyNames) breaks.push(...compareTop(before.propertyNames ?? {}, after.propertyNames, context, `${at} keys`))
  if (typeof others !== 'object') return breaks
  return [...breaks, ...(typeof nextOthers === 'object' ? compareTop(others, nextOthers, context, `${at}.*`) : [`${at}.*: is gone`])]
}

function compareItems(before, after, context, at) {
  const [places, nextPlaces] = [before.prefixItems ?? [], after.prefixItems ?? []]
  if (places.length !== nextPlaces.length) return [`${at}: had ${places.length} fixed places and has ${nextPlaces.length}`]
  return [
    ...places.flatMap((place, index) => compareTop(place, nextPlaces[index], context, `${at}[${index}]`)),
    ...(before.items && after.items ? compareTop(before.items, after.items, context, `${at}[]`) : []),
  ]
}

const MOST = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties']
const LEAST = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties']
const compareLimits = (before, after, at) => [
  ...MOST.filter((limit) => (after[limit] ?? Infinity) < (before[limit] ?? Infinity)).map(
    (limit) => `${at}: ${limit} is ${after[limit]} now`,
  ),
  ...LEAST.filter((limit) => (after[limit] ?? -Infinity) > (before[limit] ?? -Infinity)).map(
    (limit) => `${at}: ${limit} is ${after[limit]} now`,
  ),
]

/** Keywords that can only be the same or not. Schemas of which all apply are not looked into: there are none so far. */
const FORMS = ['format', 'pattern', 'multipleOf', 'allOf', 'contentEncoding']
/** A form may be dropped from an input, and added to an output. */
const changed = (before, after, isInput) => (isInput ? after : before) !== undefined && text(before) !== text(after)

const text = (value) => (typeof value === 'string' ? value : value === undefined ? 'none' : JSON.stringify(value))
const without = (values, others) => values.filter((value) => !others.includes(value))

/** The alternatives that a schema stands for, each of one type. Listed values of the same type are one of them. */
function kindsOf(schema, document) {
  const { $ref, anyOf, oneOf, const: only, ...rest } = schema ?? {}
  if ($ref !== undefined) return kindsOf(resolve($ref, document), document)
  const choices = anyOf ?? oneOf
  if (choices) return joinValues(choices.flatMap((choice) => kindsOf(choice, document)))
  const kind = only === undefined ? rest : { ...rest, enum: [only] }
  if (!Array.isArray(kind.type)) return [kind]
  return kind.type.map((type) => (type === 'null' ? { type } : { ...kind, type }))
}

/** The schema that `#/components/schemas/Call` names in a document. */
export const resolve = (reference, document) =>
  reference
    .slice('#/'.length)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((value, key) => value?.[key], document)

function joinValues(kinds) {
  const listed = Map.groupBy(
    kinds.filter((kind) => kind.enum),
    ({ type }) => type,
  )
  const joined = [...listed.values()].map((each) => ({ ...each[0], enum: [...new Set(each.flatMap((kind) => kind.enum))] }))
  return [...kinds.filter((kind) => !kind.enum), ...joined]
}

const isNumber = ({ type }) => type === 'integer' || type === 'number'
/** The fields of an object that have one value only: by these its readers tell it from others. */
const marksOf = ({ properties = {} }) => Object.entries(properties).filter(([, field]) => field.const !== undefined)

/** Whether `kind` may have become `next`. */
function isLike(kind, next) {
  if (kind.type === undefined || next.type === undefined) return true
  if (kind.type !== next.type) return isNumber(kind) && isNumber(next)
  return marksOf(kind).every(([name, field]) => [undefined, field.const].includes(next.properties?.[name]?.const))
}

function nameOf(kind) {
  if (kind.enum) return kind.enum.join(', ')
  if (kind.type === undefined) return 'anything'
  if (kind.type === 'null') return 'null'
  const marks = marksOf(kind).map(([name, field]) => `${name} ${field.const}`)
  return `${/^[aeio]/.test(kind.type) ? 'an' : 'a'} ${[kind.type, ...marks].join(' with ')}`
}
