import { Button } from '@mantine/core'
import { type Call, UNIT_CLASS } from '@tenfour/contract'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { PriorityBadge } from '../../../../ui/PriorityBadge.tsx'
import { placeOf } from '../call.labels.ts'
import { CallAge } from '../CallAge.tsx'
import { classNames, Row, Stack } from '../../../../ui/layout.tsx'
import classes from './dialogs.module.css'
import { FilterChip } from '../../../../ui/FilterChip.tsx'

/** The call a dialog is about, in two lines. */
export const CallBrief = ({ call }: { call: Call }) => (
  <Row nowrap gap={10} className="box">
    <PriorityBadge priority={call.priority} />
    <Stack as="span" gap={0} grow className="small">
      <span className={classNames('truncated', classes.title)}>
        <span className="mono">{call.callId}</span> {call.title}
      </span>
      <span className="muted truncated">{placeOf(call) || 'No location'}</span>
    </Stack>
    <span className="muted">
      <CallAge call={call} />
    </span>
  </Row>
)

/** Replaces a dialog whose call has meanwhile been cleared by someone else. */
export const CallIsOver = ({ callId, onClose }: { callId: number; onClose: () => void }) => (
  <FormModal title={`Call ${callId}`} onClose={onClose}>
    <p className="muted flush">This call has been cleared in the meantime.</p>
    <Row justify="end" style={{ marginTop: 4 }}>
      <Button data-autofocus onClick={onClose}>
        Close
      </Button>
    </Row>
  </FormModal>
)

/** The classes that can be called out. */
export type Service = 1 | 2 | 3
const SERVICES: readonly (readonly [Service, string])[] = [
  [UNIT_CLASS.Leo, 'Police'],
  [UNIT_CLASS.Fire, 'Fire and medical'],
  [UNIT_CLASS.Comms, 'Communications'],
]
export const isService = (unitClass: number): unitClass is Service => SERVICES.some(([each]) => each === unitClass)

type ServicePickerProps = { legend: string; value: readonly Service[]; onChange: (value: Service[]) => void }

/** Selects one or more services. */
export const ServicePicker = ({ legend, value, onChange }: ServicePickerProps) => (
  <Row as="fieldset" gap={6}>
    <legend className="field-label">{legend}</legend>
    {SERVICES.map(([service, name]) => {
      const isOn = value.includes(service)
      return (
        <FilterChip
          key={service}
          isOn={isOn}
          onClick={() => onChange(isOn ? value.filter((each) => each !== service) : [...value, service])}
        >
          {name}
        </FilterChip>
      )
    })}
  </Row>
)
