import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { When } from '../../../../ui/Facts.tsx'
import { Entry, EntryList } from '../../../../ui/EntryList.tsx'
import { useNow } from '../../../../platform/format/use-now.ts'
import { Card } from '../../../../ui/Card.tsx'

type Draft = {
  readonly draftId: number
  readonly changes: { readonly number: string } | null
  readonly callId: number | null
  readonly savedAt: string
}

type OwnDocumentsProps<D extends Draft, R> = {
  /** Undefined until they are loaded. */
  drafts: readonly D[] | undefined
  returned: readonly R[]
  /** Whether a draft changes that returned document; it is listed with it then. */
  isChangeOf: (draft: D, returned: R) => boolean
  /** "Citation for Dexter Marlowe". */
  titleOf: (draft: D) => string
  /** The link to the editor, drawn as a button. */
  renderDraftLink: (draft: D, props: Record<string, unknown>) => ReactNode
  renderReturned: (returned: R) => ReactNode
}

/** The documents that wait for their writer: drafts, and returned documents. */
export function OwnDocuments<D extends Draft, R>(props: OwnDocumentsProps<D, R>) {
  const { drafts, returned, isChangeOf, titleOf, renderDraftLink, renderReturned } = props
  const now = useNow()
  const alone = drafts?.filter((draft) => !returned.some((each) => isChangeOf(draft, each))) ?? []
  return (
    <>
      {alone.length > 0 && (
        <Card title="Drafts" aside={alone.length}>
          <EntryList label="Drafts">
            {alone.map((draft) => (
              <Entry
                key={draft.draftId}
                titleAs="h3"
                title={draft.changes ? `${titleOf(draft)}: change of ${draft.changes.number}` : titleOf(draft)}
                detail={
                  <>
                    {draft.callId !== null && <>Call #{draft.callId} · </>}saved <When at={draft.savedAt} now={now} />
                  </>
                }
              >
                <Button size="xs" variant="light" renderRoot={(rootProps: Record<string, unknown>) => renderDraftLink(draft, rootProps)}>
                  Continue<span className="visually-hidden">: {titleOf(draft)}</span>
                </Button>
              </Entry>
            ))}
          </EntryList>
        </Card>
      )}
      {returned.length > 0 && (
        <Card title="Returned to you" aside={returned.length}>
          <EntryList label="Returned to you">{returned.map(renderReturned)}</EntryList>
        </Card>
      )}
    </>
  )
}
