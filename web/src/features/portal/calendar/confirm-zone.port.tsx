import { previewTimeZone } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { previewWords } from './preview.labels.ts'

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
