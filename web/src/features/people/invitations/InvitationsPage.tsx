import { useState, type ComponentType } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { InvitationForm } from './InvitationForm.tsx'
import { InvitationList } from './InvitationList.tsx'
import type { IssuedInvitation } from './invitations.queries.ts'
import { IssuedPanel } from './IssuedPanel.tsx'

type InvitationsPageProps = {
  /** Publishes an invitation elsewhere, which another area does. */
  Post: ComponentType<{ invitationId: number; code: string }>
}

export function InvitationsPage({ Post }: InvitationsPageProps) {
  const [issued, setIssued] = useState<IssuedInvitation | null>(null)
  /** The form that comes after an invitation takes the focus that its button had. */
  const [isAnother, setAnother] = useState(false)
  return (
    <>
      <PageHeader title="Invitations" subtitle="Links for new members. Each gives the department and rank that you choose." />
      {issued ? (
        <IssuedPanel
          issued={issued}
          post={<Post invitationId={issued.invitation.invitationId} code={issued.code} />}
          onAnother={() => {
            setAnother(true)
            setIssued(null)
          }}
        />
      ) : (
        <Card title="New invitation">
          <InvitationForm takesFocus={isAnother} onIssued={setIssued} />
        </Card>
      )}
      <InvitationList />
    </>
  )
}
