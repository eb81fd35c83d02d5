import { Button, Text } from '@mantine/core'
import type { Claim, OwnCharacter } from '@tenfour/contract'
import { useState } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { When } from '../../../ui/Facts.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { CLAIM_STATES, claimSubject, inClaimOrder } from './claim.labels.port.ts'
import { ClaimDialog } from './ClaimDialog.tsx'
import { withdraw } from './claims.actions.ts'
import { LineList, Line } from '../../../ui/EntryList.tsx'

type ClaimsCardProps = { character: OwnCharacter; claims: readonly Claim[]; now: Date }

/** The member's claims for a character, and how they were decided. */
export function ClaimsCard({ character, claims, now }: ClaimsCardProps) {
  const [isClaiming, setClaiming] = useState(false)
  return (
    <Card
      title="Claims"
      link={
        <Button variant="default" size="xs" onClick={() => setClaiming(true)}>
          Claim
        </Button>
      }
    >
      {claims.length === 0 ? (
        <CardNote>If an officer noted this person or a vehicle before you registered it, you can claim the note.</CardNote>
      ) : (
        <LineList aria-label="Claims">
          {inClaimOrder(claims).map((claim) => (
            <ClaimRow key={claim.claimId} claim={claim} now={now} />
          ))}
        </LineList>
      )}
      {isClaiming && <ClaimDialog character={character} onClose={() => setClaiming(false)} />}
    </Card>
  )
}

function ClaimRow({ claim, now }: { claim: Claim; now: Date }) {
  const { word, tone } = CLAIM_STATES[claim.state]
  const subject = claimSubject(claim)
  const takeBack = async (list: HTMLElement | null) => {
    try {
      await withdraw(claim)
      list?.closest('section')?.querySelector('button')?.focus()
    } catch (error) {
      reportError(error, `${subject}: the claim was not withdrawn`)
    }
  }
  return (
    <Line>
      <Text span inherit fw={550} flex={1} miw={120} className="anywhere">
        {subject}
      </Text>
      <StatusBadge tone={tone} variant="soft">
        {word}
      </StatusBadge>
      {claim.state === 'open' && (
        <ActionButton variant="subtle" size="compact-xs" action={() => takeBack(document.activeElement?.closest('ul') ?? null)}>
          Withdraw<span className="visually-hidden">: {subject}</span>
        </ActionButton>
      )}
      <Text span size="sm" c="dimmed" flex="0 0 100%" className="anywhere">
        <When at={claim.decidedAt ?? claim.createdAt} now={now} />
        {claim.reason && `: ${claim.reason}`}
      </Text>
    </Line>
  )
}
