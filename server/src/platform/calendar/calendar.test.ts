import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const DATABASE = 'server/src/platform/database'
/** The first migration that is searched. Earlier ones are frozen, and their objects have been replaced. */
const FIRST_MIGRATION = '0056'

const filesIn = (folder: string, endings: RegExp) =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => endings.test(file) && !file.includes('/node_modules/'))
const texts = new Map<string, string>()
const read = (file: string) => {
  const text = texts.get(file) ?? readFileSync(`${ROOT}${file}`, 'utf8')
  texts.set(file, text)
  return text
}

const SQL = [
  ...filesIn(`${DATABASE}/objects`, /\.sql$/),
  ...filesIn(`${DATABASE}/migrations`, /\.sql$/).filter((file) => (file.split('/').at(-1) ?? '') >= FIRST_MIGRATION),
]
const CODE = ['contract/src', 'server/src', 'web/src', 'bridge', 'demo', 'bench', 'e2e', 'scripts'].flatMap((folder) =>
  filesIn(folder, /\.(ts|tsx|mjs)$/),
)

/** The database's own day depends on its time zone, or the role's: see `calendar.sql` for the community's. */
const BANNED: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['current_date', /\bcurrent_date\b/i],
  ['current_time', /\bcurrent_time\b/i],
  ['localtime and localtimestamp', /\blocaltime(stamp)?\b/i],
  ['the date of a moment', /\b(now|clock_timestamp|statement_timestamp)\(\)(\s+at time zone '\w+'\))?\s*::\s*date\b/i],
  ['the day of a moment', /\bdate_trunc\(\s*'(day|week|month|year)'\s*,\s*(now|clock_timestamp|statement_timestamp)\(\)/i],
  ['current_date in another form', /\bdate\s*'(today|now|tomorrow|yesterday)'|'today'\s*::/i],
]

test.each(BANNED)("no query uses the database's own day: %s", (_name, pattern) => {
  const own = fileURLToPath(import.meta.url).slice(ROOT.length)
  expect([...SQL, ...CODE].filter((file) => file !== own && pattern.test(read(file)))).toEqual([])
})

test('the search finds banned expressions', () => {
  const found = (text: string) => BANNED.some(([, pattern]) => pattern.test(text))
  for (const text of [
    'where current_date between a and b',
    'select now()::date',
    "(now() at time zone 'UTC')::date",
    'localtimestamp',
    "date_trunc('day', now())",
    "'today'::date",
  ])
    expect(found(text), text).toBe(true)
  for (const text of ['current_timestamp', "date_trunc('minute', now())", 'community_today()', "now() - interval '1 day'"])
    expect(found(text), text).toBe(false)
})

test('every connection is set to UTC before it is used', () => {
  const opens = CODE.filter((file) => file.startsWith('server/src') && !/\.test\.ts$|\/testing\//.test(file)).filter((file) =>
    /new pg\.(Client|Pool)\(/.test(read(file)),
  )
  expect(opens.length).toBeGreaterThan(3)
  // This query only checks the password and reads nothing.
  const asksNothing = [`${DATABASE}/embedded.ts`]
  expect(opens.filter((file) => !read(file).includes('IN_UTC') && !asksNothing.includes(file))).toEqual([])
})
