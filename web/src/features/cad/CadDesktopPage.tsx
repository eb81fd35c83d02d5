import { useLeaveQuestion } from '../../platform/leave/useLeaveQuestion.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Card } from '../../ui/Card.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Empty } from '../../ui/PageStates.tsx'

export function CadDesktopPage() {
  useLeaveQuestion(true)
  return (
    <>
      <PageHeader title="CAD desktop" />
      <Card>
        <Empty
          icon={<Icon name="police" size={32} />}
          title="The desktop is empty"
          text="Calls, units, lookups and the map will have their panels here."
        />
      </Card>
    </>
  )
}
