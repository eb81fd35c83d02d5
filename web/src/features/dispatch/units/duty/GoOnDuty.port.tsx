import { Button } from '@mantine/core'
import type { UnitInput } from '@tenfour/contract'
import { useNavigate } from '@tanstack/react-router'
import { IconServerOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { useServerStatuses } from '../../../../platform/servers/server-statuses.ts'
import { Card } from '../../../../ui/Card.tsx'
import { PageHeader } from '../../../../ui/Page.tsx'
import { Empty, PageError, PageLoading } from '../../../../ui/PageStates.tsx'
import { dutyDepartments, isOnDuty } from './duty-form.ts'
import { DutyForm } from './DutyForm.tsx'
import { dutyWords } from './duty.labels.ts'
import { Stack } from '../../../../ui/layout.tsx'
import classes from './GoOnDuty.module.css'
import { OnDutyCard } from './OnDutyCard.tsx'
import { useBeatNames } from '../../cad-values/cad-values.port.ts'
import { goOnDuty, useKeptUnit } from '../units.queries.ts'

/** Goes on duty, or shows that the user already is. */
export function GoOnDuty() {
  const user = useSignedInUser()
  const navigate = useNavigate()
  const servers = useServerStatuses()
  const kept = useKeptUnit()
  const beatNames = useBeatNames()
  const [isChanging, setChanging] = useState(false)
  const departments = dutyDepartments(user)

  if (kept.isError) return <PageError error={kept.error} onRetry={kept.refetch} />
  if (!servers.data && servers.isError) return <PageError error={servers.error} onRetry={servers.refetch} />
  // An answer kept from before the first duty is asked again: the form would start without what was chosen since.
  const isUnsure = kept.data === null && !kept.isFetchedAfterMount
  if (kept.data === undefined || isUnsure || !servers.data) return <PageLoading label="Loading the servers" />

  const unit = kept.data
  const isOn = isOnDuty(unit)
  const words = dutyWords(unit && isOn ? unit.department.type : (departments[0]?.type ?? 'Other'))
  const save = async (input: UnitInput) => {
    await goOnDuty(input)
    await navigate({ to: '/cad/desktop' })
  }
  const header = (
    <PageHeader
      title={isOn && !isChanging ? 'CAD' : isOn ? 'Change your unit' : words.start}
      subtitle={isOn && !isChanging ? 'Computer-aided dispatch' : 'Choose your server, department and call sign.'}
    />
  )
  if (isOn && !isChanging)
    return (
      <Stack gap={20} className={classes.page}>
        {header}
        <OnDutyCard
          unit={unit}
          serverName={servers.data.find(({ serverId }) => serverId === unit.serverId)?.name ?? `server ${unit.serverId}`}
          beatName={beatNames.get(unit.beatId ?? 0)}
          onChange={() => setChanging(true)}
        />
      </Stack>
    )
  return (
    <Stack gap={20} className={classes.page}>
      {header}
      <Card>
        {servers.data.length === 0 ? (
          <Empty
            icon={<IconServerOff size={28} stroke={1.6} />}
            title="There is no server to go on duty on"
            text="An admin adds game servers under Manage Servers."
            action={
              <Button variant="default" onClick={() => void servers.refetch()}>
                Look again
              </Button>
            }
          />
        ) : departments.length === 0 ? (
          <Empty
            title="None of your departments uses the CAD"
            text="Ask your chain of command to add you to one that does, or to enable it for yours. Retired departments don’t count."
          />
        ) : (
          <DutyForm
            key={isOn ? 'change' : 'start'}
            servers={servers.data}
            unit={unit}
            save={save}
            cancel={
              isOn && (
                <Button variant="default" onClick={() => setChanging(false)}>
                  Cancel
                </Button>
              )
            }
          />
        )}
      </Card>
    </Stack>
  )
}
