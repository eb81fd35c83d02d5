import { Button } from '@mantine/core'
import { CallPriority, CallTypeColour, CallTypeSound, StatusColour, type CadValueKind } from '@tenfour/contract'
import { IconVolume } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { demonstrateSound } from '../../../platform/sounds/sounds.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Row } from '../../../ui/layout.tsx'
import { PriorityBadge } from '../../../ui/PriorityBadge.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import type { Content } from './cad-values.form.ts'
import classes from './CadValues.module.css'

/** How a value looks at work, as the form has it now. */
export function CadValuePreview({ kind, content }: { kind: CadValueKind; content: Content }) {
  if (kind === 'call-type') return <OnTheBoard content={content} />
  if (kind === 'status') return <InTheListOfUnits content={content} />
  if (kind === 'flag') return <OnARecord content={content} />
  if (kind === 'unit-type') return <GoingOnDuty content={content} />
  return null
}

const Preview = ({ label, above, children }: { label: string; above?: ReactNode; children: ReactNode }) => (
  <div>
    <span className="muted">{label}</span>
    {above}
    <div className={classes.preview}>{children}</div>
  </div>
)

function OnTheBoard({ content }: { content: Content }) {
  const priority = CallPriority.catch(4).parse(content['priority'])
  const colour = CallTypeColour.catch('none').parse(content['colour'])
  const sound = CallTypeSound.catch('usual').parse(content['sound'])
  const play = () => {
    demonstrateSound(sound === 'usual' ? 'newCallAssigned' : sound).catch((error: unknown) =>
      reportError(error, 'The sound was not played'),
    )
  }
  return (
    <Preview label="On the board">
      <div className={classes.call}>
        <Row nowrap gap={8}>
          <PriorityBadge priority={priority} />
          {colour !== 'none' && <i className={classes.colour} data-tone={colour} aria-hidden />}
          <strong className="truncated grow">{String(content['name'])}</strong>
          <span className="mono-tiny muted">1042</span>
        </Row>
        <Row nowrap gap={8}>
          <span className="muted tiny truncated grow">{String(content['code'])} · Great Ocean Hwy 3021 · 2 units</span>
          <Button size="compact-xs" variant="default" leftSection={<IconVolume size={13} aria-hidden />} onClick={play}>
            Play sound
          </Button>
        </Row>
      </div>
    </Preview>
  )
}

const InTheListOfUnits = ({ content }: { content: Content }) => (
  <Preview label="In the list of units">
    <span className="mono">4L12</span>
    <StatusBadge tone={StatusColour.catch('off').parse(content['tone'])}>{String(content['short'])}</StatusBadge>
  </Preview>
)

/** The flag on a record, and above it where officers are warned. */
function OnARecord({ content }: { content: Content }) {
  const name = String(content['name']) || 'Flag'
  const severity = content['severity']
  return (
    <Preview
      label="In lookups"
      above={
        content['warns'] === true && (
          <Banner isCompact tone={severity === 'high' ? 'danger' : severity === 'low' ? 'info' : 'warning'} title={name} />
        )
      }
    >
      <span>Dexter Marlowe</span>
      <StatusBadge variant="soft" tone={StatusColour.catch('off').parse(content['tone'])}>
        {name}
      </StatusBadge>
    </Preview>
  )
}

const GoingOnDuty = ({ content }: { content: Content }) => (
  <Preview label="Where members go on duty">
    <div>
      <div>{String(content['name'])}</div>
      <div className="muted small">{String(content['about'])}</div>
    </div>
  </Preview>
)
