import { addDays, type PatrolOverview } from '@tenfour/contract'
import { LOCALE } from '../../../platform/format/dates.ts'
import { dayCount, type Period } from './period.ts'

/** More departments than this can't be told apart by colour: the smaller ones are added up. */
const MAX_SERIES = 6
/** Bars side by side; with more departments they are stacked. */
const MAX_BESIDE = 3
/** Longer periods are shown by week, and still longer ones by month. */
const MAX_DAY_BARS = 45
const MAX_WEEK_BARS = 190

export type Series = { readonly key: string; readonly name: string; readonly color: string }
export type HoursPoint = {
  readonly label: string
  /** The text in the table: 'Mon 9 November'. */
  readonly name: string
  /** By the key of the series. */
  readonly hours: Readonly<Record<string, number>>
  /** The hours of the same day, week or month of the period before; null while nothing is compared. */
  readonly before: number | null
}
export type HoursChartData = {
  readonly series: readonly Series[]
  readonly points: readonly HoursPoint[]
  readonly isStacked: boolean
  readonly unit: 'day' | 'week' | 'month'
}

const COLORS = [
  'var(--accent)',
  'color-mix(in srgb, var(--accent) 48%, var(--panel))',
  'var(--busy)',
  'var(--en-route)',
  'var(--available)',
  'color-mix(in srgb, var(--busy) 48%, var(--panel))',
]
const OTHERS = 'others'
const OTHERS_COLOR = 'var(--off)'

type Days = PatrolOverview['days']
type Input = {
  readonly overview: Pick<PatrolOverview, 'days' | 'departments'>
  readonly period: Period
  readonly before?: { readonly days: Days; readonly period: Period } | undefined
}

/** Hours by day and department, in the form the chart draws; days without a patrol included. */
export function hoursByDay({ overview: { days, departments }, period, before }: Input): HoursChartData {
  const ranked = departments.toSorted((a, b) => b.countedSeconds - a.countedSeconds).filter(({ countedSeconds }) => countedSeconds > 0)
  const named = ranked.length > MAX_SERIES ? ranked.slice(0, MAX_SERIES - 1) : ranked
  const colors = colorsOf(departments, named)
  const keyOf = (departmentId: number) => (named.some((each) => each.departmentId === departmentId) ? String(departmentId) : OTHERS)
  const series: Series[] = named
    .toSorted((a, b) => a.departmentId - b.departmentId)
    .map(({ departmentId, departmentName: name }) => ({ key: String(departmentId), name, color: colors.get(departmentId) ?? OTHERS_COLOR }))
  if (ranked.length > named.length) series.push({ key: OTHERS, name: `${ranked.length - named.length} others`, color: OTHERS_COLOR })
  const parts = bucketsOf(period)
  const partsBefore = before && bucketsOf(before.period)
  return {
    series,
    unit: unitOf(period),
    isStacked: series.length > MAX_BESIDE || before !== undefined,
    points: parts.map((part, index) => ({
      label: part.label,
      name: part.name,
      hours: Object.fromEntries(series.map(({ key }) => [key, hoursWithin(days, part, ({ departmentId }) => keyOf(departmentId) === key)])),
      before: before && partsBefore?.[index] ? hoursWithin(before.days, partsBefore[index], () => true) : null,
    })),
  }
}

type Departments = readonly Pick<PatrolOverview['departments'][number], 'departmentId'>[]

/** The color of a department is the same in every period, whatever its hours; where two of those that are shown would share it, the later one has another. */
function colorsOf(all: Departments, shown: Departments): ReadonlyMap<number, string> {
  const ids = all.map(({ departmentId }) => departmentId).toSorted((a, b) => a - b)
  const colors = new Map<number, string>()
  for (const [place, id] of ids.entries()) {
    if (!shown.some(({ departmentId }) => departmentId === id)) continue
    const own = COLORS[place % COLORS.length] ?? OTHERS_COLOR
    const taken = new Set(colors.values())
    colors.set(id, taken.has(own) ? (COLORS.find((color) => !taken.has(color)) ?? own) : own)
  }
  return colors
}

type Bucket = { readonly from: string; readonly to: string; readonly label: string; readonly name: string }

function hoursWithin(days: Days, { from, to }: Bucket, isWanted: (day: Days[number]) => boolean): number {
  const seconds = days
    .filter((each) => each.day >= from && each.day <= to && isWanted(each))
    .reduce((sum, each) => sum + each.countedSeconds, 0)
  return Math.round((seconds / 3600) * 100) / 100
}

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' })
const weekday = format({ weekday: 'short' })
const numeric = format({ day: 'numeric' })
const dayMonth = format({ day: 'numeric', month: 'short' })
const monthShort = format({ month: 'short' })
const nameOf = format({ weekday: 'short', day: 'numeric', month: 'long' })
const at = (day: string) => new Date(`${day}T00:00Z`)

function unitOf(period: Period): HoursChartData['unit'] {
  const days = dayCount(period)
  return days <= MAX_DAY_BARS ? 'day' : days <= MAX_WEEK_BARS ? 'week' : 'month'
}

function bucketsOf(period: Period): Bucket[] {
  const days = Array.from({ length: dayCount(period) }, (_, index) => addDays(period.from, index))
  const unit = unitOf(period)
  if (unit === 'day') {
    const label = days.length <= 7 ? weekday : period.kind === 'month' ? numeric : dayMonth
    return days.map((day) => ({ from: day, to: day, label: label.format(at(day)), name: nameOf.format(at(day)) }))
  }
  const isByWeek = unit === 'week'
  const isFirst = (day: string) => day === period.from || (isByWeek ? at(day).getUTCDay() === 1 : day.endsWith('-01'))
  const starts = days.filter(isFirst)
  return starts.map((from, index) => {
    const next = starts[index + 1]
    const to = next ? addDays(next, -1) : period.to
    return { from, to, label: (isByWeek ? dayMonth : monthShort).format(at(from)), name: dayMonth.formatRange(at(from), at(to)) }
  })
}

/** '+ 8 % on the week before'. */
export function changeWords(now: number, before: number, beforeName: string): string {
  if (before === 0) return now === 0 ? `none in the ${beforeName} either` : `none in the ${beforeName}`
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return `as in the ${beforeName}`
  return `${percent > 0 ? '+' : '−'} ${Math.abs(percent).toLocaleString('en')} % on the ${beforeName}`
}
