import { previewTimeZone, type CalendarPreview } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { LOCALE, dayTime } from '../../../platform/format/dates.ts'

/** Says what another time zone of the community moves, and asks. */
export async function confirmZone(timeZone: string): Promise<boolean> {
  const preview = await call(previewTimeZone, { query: { timeZone } })
  return confirm({
    title: `Change the community’s time zone to ${timeZone}?`,
    body: (
      <>
        {previewWords(preview).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>
          Weeks and months that are over stay as they are, and so does everything with a time of its own, such as the expiry of a warrant.
        </p>
      </>
    ),
    confirmLabel: 'Change time zone',
  })
}

const dayFormat = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const dayWords = (day: string): string => dayFormat.format(Date.parse(day))

/** '5 h later', '30 min earlier'. */
function shiftWords(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const amount = [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
  return `${amount} ${minutes > 0 ? 'later' : 'earlier'}`
}

const count = (amount: number, one: string, many: string): string => `${amount.toLocaleString('en')} ${amount === 1 ? one : many}`

/** The changes that another time zone brings, one sentence each. Times are the viewer's. */
export function previewWords({ before, after, laterMinutes, leaves, licences, vehicles }: CalendarPreview): readonly string[] {
  const shift = shiftWords(laterMinutes)
  const isOtherWeek = before.weekStartsAt !== after.weekStartsAt
  const sentences = [
    before.today === after.today ? `Today stays ${dayWords(after.today)}.` : `Today becomes ${dayWords(after.today)}.`,
    laterMinutes === 0
      ? 'Days begin at the same time as now, but the clocks may change on other days.'
      : `From tomorrow on, days begin ${shift}.`,
    isOtherWeek &&
      `The week that counts for quotas is the one from ${dayTime(after.weekStartsAt)} to ${dayTime(after.weekEndsAt)}, your time.`,
    !isOtherWeek &&
      before.weekEndsAt !== after.weekEndsAt &&
      `This week, which counts for quotas, ends ${dayTime(after.weekEndsAt)} instead of ${dayTime(before.weekEndsAt)}, your time.`,
    leaves > 0 && `${count(leaves, 'leave begins or ends', 'leaves begin or end')} ${shift}.`,
    before.onLeave !== after.onLeave &&
      `${count(after.onLeave, 'member is', 'members are')} on leave instead of ${before.onLeave.toLocaleString('en')}.`,
    licences > 0 && `${count(licences, 'licence expires', 'licences expire')} ${shift}.`,
    vehicles > 0 && `The registration or insurance of ${count(vehicles, 'vehicle', 'vehicles')} expires ${shift}.`,
  ]
  return sentences.filter((sentence) => typeof sentence === 'string')
}
