import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Card } from '../../ui/Card.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Empty } from '../../ui/PageStates.tsx'

export function CadPage() {
  return (
    <>
      <PageHeader title="CAD" subtitle="Computer-aided dispatch" />
      <Card>
        <Empty
          icon={<Icon name="police" size={32} />}
          title="Going on duty is not here yet"
          action={
            <Button variant="default" renderRoot={(props) => <Link to="/cad/desktop" {...props} />}>
              Look at the desktop
            </Button>
          }
          text="You will choose your server, department, call sign and beat here, and then work from the desktop."
        />
      </Card>
    </>
  )
}
