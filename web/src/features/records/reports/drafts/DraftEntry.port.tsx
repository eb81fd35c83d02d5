import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { When } from '../../../../ui/Facts.tsx'
import { Entry } from '../../../../ui/EntryList.tsx'

type DraftEntryProps = {
  /** "Citation for Dexter Marlowe". */
  title: string
  draft: { readonly changes: { readonly number: string } | null; readonly callId: number | null; readonly savedAt: string }
  now: Date
  /** The link to the editor, drawn as a button. */
  renderLink: (props: Record<string, unknown>) => ReactNode
}

/** A draft in the list of its writer, with the way back to it. */
export function DraftEntry({ title, draft: { changes, callId, savedAt }, now, renderLink }: DraftEntryProps) {
  return (
    <Entry
      titleAs="h3"
      title={changes ? `${title}: change of ${changes.number}` : title}
      detail={
        <>
          {callId !== null && <>Call #{callId} · </>}saved <When at={savedAt} now={now} />
        </>
      }
    >
      <Button size="xs" variant="light" renderRoot={renderLink}>
        Continue<span className="visually-hidden">: {title}</span>
      </Button>
    </Entry>
  )
}
