import { Button } from '@mantine/core'
import { accessSubject, cadDepartment, isAllowed, type PatrolUnit } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { reportError } from '../../../../platform/errors/report.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { useServers } from '../../../../platform/servers/servers.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { Icon } from '../../../../ui/icons/Icon.tsx'
import { goOnDuty, useKeptUnit } from '../units.queries.ts'
import { dutyDepartments, isOnDuty, lastDuty } from './duty-form.ts'
import { dutyWords } from './duty.labels.ts'
import { useEndDuty } from './use-end-duty.ts'

/** Goes on duty as last time, in one click, and off duty again; nothing for those without a CAD department. */
export function DutyButtons({ isOnCivilianPatrol = false }: { isOnCivilianPatrol?: boolean }) {
  const user = useSignedInUser()
  return isAllowed(cadDepartment, accessSubject(user)) ? <Buttons isOnCivilianPatrol={isOnCivilianPatrol} /> : null
}

function Buttons({ isOnCivilianPatrol }: { isOnCivilianPatrol: boolean }) {
  const user = useSignedInUser()
  const kept = useKeptUnit()
  const { data: servers } = useServers()
  const { isEnding, end } = useEndDuty()
  const [isStarting, setStarting] = useState(false)
  const main = useRef<HTMLButtonElement>(null)
  const unit = kept.data ?? null
  const nameOf = (serverId: number) => servers?.find((each) => each.serverId === serverId)?.name ?? `server ${serverId}`
  const isOn = Boolean(user.duty) && isOnDuty(unit)
  const isBusy = isEnding || isStarting
  const hasActed = useRef(false)
  // Starting and stopping are the same place on the page: the next act starts where this one was. The button is another one once the
  // account and the unit are known to have changed, which may take a moment longer than the act.
  useEffect(() => {
    if (!hasActed.current || isBusy) return
    if (document.activeElement === document.body || document.activeElement === null) main.current?.focus()
  }, [isOn, isBusy])
  const act = (work: Promise<unknown>) => {
    hasActed.current = true
    void work
  }
  if (user.duty && isOnDuty(unit)) {
    return (
      <>
        <Button variant="default" renderRoot={(props) => <Link to="/cad/desktop" {...props} />}>
          Open the CAD
        </Button>
        <Button ref={main} loading={isEnding} onClick={() => act(end(unit, nameOf(unit.serverId)))}>
          {dutyWords(unit.department.type).end}
        </Button>
      </>
    )
  }
  // Being in the game as a civilian is a patrol already.
  const departments = dutyDepartments(user).filter(({ type }) => !(isOnCivilianPatrol && type === 'Civilian'))
  if (departments.length === 0) return null
  const last = unit && servers ? lastDuty(unit, departments, servers) : null
  const words = dutyWords(last ? last.type : (departments[0]?.type ?? 'Other'))
  if (!unit || !last) {
    return (
      <Button renderRoot={(props) => <Link to="/cad" {...props} />} leftSection={<Icon name="police" size={18} />}>
        {words.start}
      </Button>
    )
  }
  const start = async () => {
    setStarting(true)
    try {
      await goOnDuty(last.input)
      notify.success(`You are ${words.state} as ${unit.identifier} on ${nameOf(unit.serverId)}`)
    } catch (error) {
      reportError(error)
    } finally {
      setStarting(false)
    }
  }
  return (
    <>
      <Button variant="default" renderRoot={(props) => <Link to="/cad" {...props} />}>
        Choose another unit
      </Button>
      <Button
        ref={main}
        leftSection={<Icon name="police" size={18} />}
        loading={isStarting}
        title={lastWords(unit, nameOf(unit.serverId))}
        onClick={() => act(start())}
      >
        {words.start} as <span className="mono">&nbsp;{unit.identifier}</span>
      </Button>
    </>
  )
}

const lastWords = ({ department }: PatrolUnit, serverName: string): string => `${department.name} on ${serverName}, as last time`
