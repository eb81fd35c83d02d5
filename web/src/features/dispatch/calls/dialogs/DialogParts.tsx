import { Button } from '@mantine/core'
import type { Call } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { PriorityBadge } from '../../../../ui/PriorityBadge.tsx'
import { placeOf } from '../call.labels.ts'
import { CallAge } from '../CallAge.tsx'
import classes from './dialogs.module.css'

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
