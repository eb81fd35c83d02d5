import { Button } from '@mantine/core'
import { type Call, UNIT_CLASS } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { PriorityBadge } from '../../../../ui/PriorityBadge.tsx'
import { placeOf } from '../call.labels.ts'
import { CallAge } from '../CallAge.tsx'
import classes from './dialogs.module.css'
import { FilterChip } from '../../../../ui/FilterChip.tsx'

/** The call a dialog is about, in two lines. */
export const CallBrief = ({ call }: { call: Call }) => (
  <div className={classes.brief}>
    <PriorityBadge priority={call.priority} />
    <span className={classes.briefText}>
      <span className={classes.briefTitle}>
        <span className="mono">{call.callId}</span> {call.title}
      </span>
      <span className="muted">{placeOf(call) || 'No location'}</span>
    </span>
    <span className="muted">
      <CallAge call={call} />
    </span>
  </div>
)

/** Replaces a dialog whose call has meanwhile been cleared by someone else. */
export const CallIsOver = ({ callId, onClose }: { callId: number; onClose: () => void }) => (
  <FormModal title={`Call ${callId}`} onClose={onClose}>
    <p className={classes.text}>This call has been cleared in the meantime.</p>
    <DialogActions>
      <Button data-autofocus onClick={onClose}>
        Close
      </Button>
    </DialogActions>
  </FormModal>
)

export const DialogActions = ({ children }: { children: ReactNode }) => <div className={classes.actions}>{children}</div>

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
  <fieldset className={classes.services}>
    <legend>{legend}</legend>
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
  </fieldset>
)
