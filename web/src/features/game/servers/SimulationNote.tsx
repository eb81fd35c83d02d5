import { Button } from '@mantine/core'
import { SIMULATION_HOURS, type Simulation } from '@tenfour/contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { notify } from '../../../platform/notify/notify.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { keepFocus } from '../../../ui/keep-focus.ts'
import { Row } from '../../../ui/layout.tsx'
import { stopSimulation } from './simulation.ts'

const WHAT_GOES = 'Its server, units, calls, positions and players are deleted, and everyone who is on duty there goes off duty.'

/** A simulated game that is running: who plays in it, the way to the CAD, and how to end it. */
export function SimulationNote({ simulation: { name, units, isOnline } }: { simulation: Simulation }) {
  const end = useMutation({
    mutationFn: stopSimulation,
    onSuccess: () => notify.success(`${name} has ended`),
    onSettled: () => keepFocus(),
  })
  const ask = async () => {
    if (await confirm({ title: 'End the simulated game?', body: WHAT_GOES, subject: name, confirmLabel: 'End game', danger: true }))
      end.mutate()
  }
  return (
    <Banner
      tone="info"
      title={isOnline ? `${name} is running.` : `${name} is starting.`}
      action={
        <Row gap={6}>
          <Button size="xs" renderRoot={(props) => <Link to="/cad" {...props} />}>
            Open the CAD
          </Button>
          <Button size="xs" variant="default" loading={end.isPending} onClick={() => void ask()}>
            End game
          </Button>
        </Row>
      }
    >
      {units.length > 0 ? units.join(', ') : 'Its units'} drive about and answer calls. Choose its server when you go on duty, and send them
      to calls. Duty in it is not counted. The game stops after {SIMULATION_HOURS} hours.
    </Banner>
  )
}
