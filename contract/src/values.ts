import { z } from 'zod'

/**
 * The values that calls, messages and events are made of. Whatever passes one of these can be kept by the database, so that nothing behind
 * the contract has to think of it. What is sent in is described with these alone; `inputs.test.ts` walks the contract and makes sure.
 */

/** NUL, which PostgreSQL's text can't hold, and halves of a surrogate pair, which UTF-8 can't. */
const UNKEEPABLE = /\0|\p{Surrogate}/u
const EVERY_UNKEEPABLE = /\p{Surrogate}/gu
const KEEPABLE_ONLY = 'Remove the characters that can not be saved, such as NUL'

const atMost = (max: number) => `At most ${max.toLocaleString('en')} characters`

/** Text as it was typed, of at most `max` characters. */
export const text = (max: number, tooLong = atMost(max)) =>
  z
    .string()
    .max(max, tooLong)
    .refine((value) => !UNKEEPABLE.test(value), KEEPABLE_ONLY)

/** The same without the spaces around it. */
export const trimmed = (max: number, tooLong = atMost(max)) =>
  z
    .string()
    .trim()
    .max(max, tooLong)
    .refine((value) => !UNKEEPABLE.test(value), KEEPABLE_ONLY)

/** All control characters but tab and line feed. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g
const cleaned = (value: string) => value.replace(CONTROL, '').replace(EVERY_UNKEEPABLE, '\ufffd')

/** Text out of the game: what can't be kept is taken out rather than refused, since nobody there could correct it. */
export const gameText = (max: number, tooLong = atMost(max)) => z.string().overwrite(cleaned).trim().max(max, tooLong)

/** A name out of the game, cut to `max` characters: it is never a reason to refuse a player. */
export const gameName = (max: number, otherwise: string) =>
  z.string().transform((name) => cleaned(cleaned(name).trim().slice(0, max)) || otherwise)

/** The most that an integer column holds. */
export const INT_MAX = 2_147_483_647
const WHOLE = 'Enter a whole number'
const TOO_LARGE = `At most ${INT_MAX.toLocaleString('en')}`

export const Id = z.int(WHOLE).positive('Ids start at 1').max(INT_MAX, TOO_LARGE)
/** An id, or 0 for none. */
export const IdOrNone = z.int(WHOLE).min(0, 'Ids start at 1; 0 is none').max(INT_MAX, TOO_LARGE)
export const Count = z.int(WHOLE).min(0, 'At least 0').max(INT_MAX, TOO_LARGE)
/** Of something that was read before. */
export const Version = z.int(WHOLE).min(0, 'Versions start at 1').max(INT_MAX, TOO_LARGE)

/** The same out of an address, where everything is text. */
const fromAddress = <T extends z.ZodType<number, number>>(value: T) => z.coerce.number(WHOLE).pipe(value)
export const IdParam = fromAddress(Id)
export const IdOrNoneParam = fromAddress(IdOrNone)
export const VersionParam = fromAddress(Version)
/** Of what there can be more of than an integer counts: sessions, the audit, API logs. */
export const LongIdParam = fromAddress(z.int(WHOLE).positive('Ids start at 1'))
export const numberParam = (least: number, most: number) =>
  fromAddress(
    z
      .int(WHOLE)
      .min(least, `At least ${least}`)
      .max(most, `At most ${most.toLocaleString('en')}`),
  )

/** An instant as the portal says it, as ISO 8601 text. */
export const Instant = z.iso.datetime({ offset: true })
/** A day as the portal says it, as YYYY-MM-DD. */
export const Day = z.iso.date()

const FIRST_YEAR = 1970
const LAST_YEAR = 2199
const EARLIEST = Date.UTC(FIRST_YEAR)
const AFTER_LATEST = Date.UTC(LAST_YEAR + 1)
const OUT_OF_REACH = `Give a date between ${FIRST_YEAR} and ${LAST_YEAR}`
/** To the nanosecond and with an offset; PostgreSQL reads no more than 128 characters. */
const LONGEST_INSTANT = 40
/** No place on earth is farther from UTC. */
const FARTHEST_OFFSET = /[+-](?:0\d:[0-5]\d|1[0-3]:[0-5]\d|14:00)$/

/** An instant that someone sends in. */
export const instantInput = (error = 'Give an instant with its offset, such as 2026-01-31T00:00:00-05:00') =>
  z.iso
    .datetime({ offset: true, error })
    .max(LONGEST_INSTANT, error)
    .refine((value) => value.endsWith('Z') || FARTHEST_OFFSET.test(value), 'No time zone is more than 14 hours from UTC')
    .refine((value) => Date.parse(value) >= EARLIEST && Date.parse(value) < AFTER_LATEST, OUT_OF_REACH)
export const InstantInput = instantInput()

/** A day that someone sends in. */
export const DayInput = z.iso
  .date('Give a day, such as 2026-01-31')
  .refine((value) => value >= `${FIRST_YEAR}-01-01` && value <= `${LAST_YEAR}-12-31`, OUT_OF_REACH)

/** A file as it is sent. */
export const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'Send a PNG, JPEG or WebP picture')
