import { z } from 'zod'

/**
 * Building blocks of all endpoints, messages and events. Anything that passes one of these can be stored by the database, so code behind
 * the contract need not check again. All inputs must be built from these; `inputs.test.ts` enforces it.
 */

/** NUL, which PostgreSQL's text type can't store, and lone surrogates, which UTF-8 can't encode. */
const UNSTORABLE = /\0|\p{Surrogate}/u
const LONE_SURROGATES = /\p{Surrogate}/gu
const UNSTORABLE_MESSAGE = 'Remove the characters that can not be saved, such as NUL'

const atMost = (max: number) => `At most ${max.toLocaleString('en')} characters`

/** Text as typed, at most `max` characters. */
export const text = (max: number, tooLong = atMost(max)) =>
  z
    .string()
    .max(max, tooLong)
    .refine((value) => !UNSTORABLE.test(value), UNSTORABLE_MESSAGE)

/** Like `text`, with surrounding whitespace removed. */
export const trimmed = (max: number, tooLong = atMost(max)) =>
  z
    .string()
    .trim()
    .max(max, tooLong)
    .refine((value) => !UNSTORABLE.test(value), UNSTORABLE_MESSAGE)

/** All control characters except tab and line feed. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g
const cleaned = (value: string) => value.replace(CONTROL, '').replace(LONE_SURROGATES, '\ufffd')

/** Text from the game: characters that can't be stored are removed instead of refused, since nobody there could correct them. */
export const gameText = (max: number, tooLong = atMost(max)) => z.string().overwrite(cleaned).trim().max(max, tooLong)

/** A name from the game, cut to `max` characters: a name must never cause a player to be refused. */
export const gameName = (max: number, fallback: string) =>
  z.string().transform((name) => cleaned(cleaned(name).trim().slice(0, max)) || fallback)

/** Maximum of an integer column. */
export const INT_MAX = 2_147_483_647
const WHOLE = 'Enter a whole number'
const TOO_LARGE = `At most ${INT_MAX.toLocaleString('en')}`

export const Id = z.int(WHOLE).positive('Ids start at 1').max(INT_MAX, TOO_LARGE)
/** An id, or 0 for none. */
export const IdOrNone = z.int(WHOLE).min(0, 'Ids start at 1; 0 means none').max(INT_MAX, TOO_LARGE)
export const Count = z.int(WHOLE).min(0, 'At least 0').max(INT_MAX, TOO_LARGE)
/** The version of a record that was read before. */
export const Version = z.int(WHOLE).min(0, 'Versions start at 1').max(INT_MAX, TOO_LARGE)

/** The same from a URL, where everything is text. */
const fromAddress = <T extends z.ZodType<number, number>>(value: T) => z.coerce.number(WHOLE).pipe(value)
export const IdParam = fromAddress(Id)
export const IdOrNoneParam = fromAddress(IdOrNone)
export const VersionParam = fromAddress(Version)
/** For ids that may exceed an integer: sessions, audit entries, API logs. */
export const LongIdParam = fromAddress(z.int(WHOLE).positive('Ids start at 1'))
export const numberParam = (least: number, most: number) =>
  fromAddress(
    z
      .int(WHOLE)
      .min(least, `At least ${least}`)
      .max(most, `At most ${most.toLocaleString('en')}`),
  )

/** An instant in a response: always UTC, to the millisecond, whatever form the database gave it. */
export const Instant = z.iso.datetime({ offset: true }).overwrite(inUtc)
function inUtc(value: string): string {
  return value.length === 24 && value.endsWith('Z') ? value : new Date(value).toISOString()
}
/** A day in a response, as YYYY-MM-DD. */
export const Day = z.iso.date()

const FIRST_YEAR = 1970
const LAST_YEAR = 2199
const EARLIEST = Date.UTC(FIRST_YEAR)
const AFTER_LATEST = Date.UTC(LAST_YEAR + 1)
const OUT_OF_REACH = `Enter a date between ${FIRST_YEAR} and ${LAST_YEAR}`
/** Nanoseconds and an offset; PostgreSQL accepts at most 128 characters. */
const LONGEST_INSTANT = 40
/** The largest real-world UTC offset is 14 hours. */
const FARTHEST_OFFSET = /[+-](?:0\d:[0-5]\d|1[0-3]:[0-5]\d|14:00)$/

/** An instant in a request. */
export const instantInput = (error = 'Enter an instant with its offset, such as 2026-01-31T00:00:00-05:00') =>
  z.iso
    .datetime({ offset: true, error })
    .max(LONGEST_INSTANT, error)
    .refine((value) => value.endsWith('Z') || FARTHEST_OFFSET.test(value), 'No time zone is more than 14 hours from UTC')
    .refine((value) => Date.parse(value) >= EARLIEST && Date.parse(value) < AFTER_LATEST, OUT_OF_REACH)
export const InstantInput = instantInput()

/** A day in a request. */
export const DayInput = z.iso
  .date('Enter a date, such as 2026-01-31')
  .refine((value) => value >= `${FIRST_YEAR}-01-01` && value <= `${LAST_YEAR}-12-31`, OUT_OF_REACH)

const FIRST_BIRTH = '1900-01-01'
/** When someone was born, in a request: not in the future. */
export const BirthDayInput = z.iso
  .date('Enter a date, such as 1990-01-31')
  .refine((value) => value >= FIRST_BIRTH && value <= new Date().toISOString().slice(0, 10), 'Enter a date between 1900 and today')

const mosts = new WeakMap<z.ZodType, number>()
/** How many entries a counted list or map holds at most. */
export const mostOf = (schema: z.ZodType): number | undefined => mosts.get(schema)

type Counted<T extends z.ZodType> = z.ZodPreprocess<T, z.input<T>>

/** Cut to one entry more than allowed before it is looked at: what is too long is refused for that, and costs no more than what is not. */
function counted<T extends z.ZodType>(schema: T, most: number, cut: (value: object, most: number) => object): Counted<T> {
  const limited = z.preprocess(
    (value: z.input<T>) => (typeof value === 'object' && value !== null ? (cut(value, most + 1) as z.input<T>) : value),
    schema,
  )
  mosts.set(limited, most)
  return limited
}

/** A list from outside. Its own `max` says how long it may be. */
export const countedList = <T extends z.ZodType>(schema: z.ZodArray<T>): Counted<z.ZodArray<T>> => {
  const most = schema.def.checks?.map(({ _zod }) => _zod.def).find(isMaxLength)?.maximum
  if (most === undefined) throw new Error('a list from outside needs a max')
  return counted(schema, most, (value, length) => (Array.isArray(value) && value.length > length ? value.slice(0, length) : value))
}
const isMaxLength = (def: z.core.$ZodCheckDef): def is z.core.$ZodCheckMaxLengthDef => def.check === 'max_length'

const mostTexts = new WeakMap<z.ZodType, number>()
/** How many characters the texts of a counted map have together at most. */
export const mostTextOf = (schema: z.ZodType): number | undefined => mostTexts.get(schema)

/** A map from outside, of at most so many keys. If its texts could be long, `texts` says how many characters they have together at most. */
export const countedMap = <K extends z.ZodType<string, string>, V extends z.ZodType>(
  key: K,
  value: V,
  most: number,
  tooMany = 'The list has too many entries',
  texts?: { readonly most: number; readonly tooLong: string },
) => {
  const map = counted(
    z
      .record(key, value)
      .refine((entries) => Object.keys(entries).length <= most, tooMany)
      .refine((entries) => texts === undefined || textLength(entries) <= texts.most, texts?.tooLong),
    most,
    firstKeys,
  )
  if (texts) mostTexts.set(map, texts.most)
  return map
}
const textLength = (entries: object): number =>
  Object.values(entries).reduce((sum: number, value: unknown) => (typeof value === 'string' ? sum + value.length : sum), 0)
function firstKeys(value: object, most: number): object {
  const keys = Object.keys(value)
  return keys.length > most ? Object.fromEntries(keys.slice(0, most).map((key) => [key, value[key as keyof typeof value]])) : value
}

/** A file as it is sent. */
export const bytes = (error: string) => z.custom<Uint8Array>((value) => value instanceof Uint8Array, error)
export const Bytes = bytes('Send a PNG, JPEG or WebP picture')
