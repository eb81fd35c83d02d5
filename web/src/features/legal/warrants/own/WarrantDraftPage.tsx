import { Button } from '@mantine/core'
import { IdParam, type WarrantContent, type WarrantDraft, type WarrantSummary } from '@tenfour/contract'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useState, type ReactNode } from 'react'
import { notify } from '../../../../platform/notify/notify.ts'
import { useLegalPages } from '../../../../platform/session/areas.ts'
import { Card } from '../../../../ui/Card.tsx'
import { PageHeader } from '../../../../ui/Page.tsx'
import { WarrantEditor } from '../drafts/WarrantEditor.tsx'
import { typeWords } from '../warrant.labels.ts'

/** For officers: on a tablet, or at home off duty. */
export function OwnDraftPage() {
  const { draftId } = useParams({ from: '/shell/user/warrants/drafts/$draftId' })
  const navigate = useNavigate()
  const back = () => void navigate({ to: '/user/warrants' })
  return (
    <DraftPage
      key={draftId}
      draftId={draftId}
      back={
        <Button variant="default" renderRoot={(props) => <Link to="/user/warrants" {...props} />}>
          Your warrants
        </Button>
      }
      onLeave={back}
      onSubmitted={({ warrantId }) => navigate({ to: '/user/warrants/$warrantId', params: { warrantId: String(warrantId) } })}
    />
  )
}

/** For legal staff, who go on in the lists. */
export function LegalDraftPage() {
  const { draftId = '' } = useParams({ strict: false })
  const pages = useLegalPages()
  const navigate = useNavigate()
  const back = () => void navigate({ to: pages.lists })
  return (
    <DraftPage
      key={draftId}
      draftId={draftId}
      back={
        <Button variant="default" renderRoot={(props) => <Link to={pages.lists} {...props} />}>
          Manage Warrants
        </Button>
      }
      onLeave={back}
      // A submitted warrant waits for others.
      onSubmitted={({ warrantId }) => navigate({ to: pages.warrant, params: { warrantId: String(warrantId) }, search: { tab: 'others' } })}
    />
  )
}

type DraftPageProps = {
  draftId: string
  back: ReactNode
  onLeave: () => void
  onSubmitted: (warrant: WarrantSummary) => Promise<void>
}

function DraftPage({ draftId, back, onLeave, onSubmitted }: DraftPageProps) {
  const [title, setTitle] = useState('Warrant')
  const nameIt = useCallback(
    ({ changes }: WarrantDraft, { type }: WarrantContent) => setTitle([typeWords(type), changes?.number].filter(Boolean).join(' ')),
    [],
  )
  const submitted = async (warrant: WarrantSummary) => {
    notify.success(`${warrant.number} was submitted for review`)
    await onSubmitted(warrant)
    document.getElementById('main')?.focus()
  }
  return (
    <>
      <PageHeader title={title} subtitle="Saved as you type. Nobody else can read it until you submit it." actions={back} />
      <div style={{ maxWidth: 860, fontSize: '0.8125rem' }}>
        <Card>
          <WarrantEditor
            draftId={IdParam.parse(draftId)}
            onSubmitted={(warrant) => void submitted(warrant)}
            onDiscarded={onLeave}
            onClose={onLeave}
            onDraft={nameIt}
          />
        </Card>
      </div>
    </>
  )
}
