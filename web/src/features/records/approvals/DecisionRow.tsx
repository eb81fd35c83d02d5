import { Button, Text } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { besideRow } from '../../../ui/focus-beside.ts'
import { refreshApprovals, type Decision } from './approvals.queries.ts'
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx'
import { Row } from '../../../ui/layout.tsx'
import { Entry } from '../../../ui/EntryList.tsx'

type DecisionRowProps = {
  /** The request: "Driver's licence for Dexter Marlowe". */
  title: string
  member: { readonly userId: number; readonly name: string }
  children: ReactNode
  onDecide: (decision: Decision) => Promise<unknown>
}

/** A request with its two answers. Nobody decides their own request. */
export function DecisionRow({ title, member, children, onDecide }: DecisionRowProps) {
  const { userId } = useSignedInUser()
  const row = useRef<HTMLLIElement>(null)
  const [isRefusing, setRefusing] = useState(false)
  const settle = async (words: string) => {
    notify.success(`${title}: ${words}`)
    besideRow(row.current)()
    await refreshApprovals()
  }
  const grant = async () => {
    try {
      await onDecide({ isGranted: true, reason: '' })
      await settle('granted')
    } catch (error) {
      reportError(error, `${title}: not decided`)
      await refreshApprovals().catch(reportError)
    }
  }
  const refuse = async (reason: string) => {
    await onDecide({ isGranted: false, reason })
    setRefusing(false)
    await settle('refused')
  }
  return (
    <Entry ref={row} titleAs="h3" title={title} detail={children}>
      {member.userId === userId ? (
        <Text component="p" size="sm" c="dimmed">
          Your own: someone else decides it
        </Text>
      ) : (
        <Row as="span" nowrap>
          <ActionButton size="xs" variant="light" action={grant}>
            Grant<span className="visually-hidden">: {title}</span>
          </ActionButton>
          <Button size="xs" variant="default" onClick={() => setRefusing(true)}>
            Refuse<span className="visually-hidden">: {title}</span>
          </Button>
        </Row>
      )}
      {isRefusing && (
        <ReasonDialog
          title={`Refuse: ${title}`}
          description="The member sees it"
          submitLabel="Refuse"
          danger
          onSubmit={refuse}
          onClose={() => setRefusing(false)}
        />
      )}
    </Entry>
  )
}
