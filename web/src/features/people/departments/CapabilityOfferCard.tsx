import { Button, Group } from '@mantine/core'
import { CAPABILITY_WORDS, type CapabilityOffer } from '@tenfour/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { notify } from '../../../platform/notify/notify.ts'
import { Card } from '../../../ui/Card.tsx'
import { answerOffer, capabilityOfferQuery } from './departments.manage.ts'
import classes from './DepartmentsPage.module.css'

/** Shown once: what ranks of a community that has given them nothing would be given. Answered, it is gone. */
export function CapabilityOfferCard() {
  const { data: offer } = useQuery(capabilityOfferQuery)
  const answer = useMutation({
    mutationFn: answerOffer,
    onSuccess: (_departments, isAccepted) =>
      notify.success(isAccepted ? 'The ranks have their capabilities' : 'The ranks stay as they are'),
  })
  if (!offer) return null
  return (
    <Card title="What should your ranks be able to do?" aside="Asked once">
      <p className={classes.offerLead}>
        None of your ranks can approve a report, see patrols or grant leave yet, so an arrest report can’t be finished. These ranks could
        have it. Each can be changed afterwards.
      </p>
      <ul className={classes.offer}>
        {groupsOf(offer).map(({ department, ranks, words }) => (
          <li key={`${department} ${words}`}>
            <strong>
              {department} {ranks.join(', ')}
            </strong>
            : {words}
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <Button loading={answer.isPending} onClick={() => answer.mutate(true)}>
          Give
        </Button>
        <Button variant="default" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
          No, thanks
        </Button>
      </Group>
    </Card>
  )
}

type OfferGroup = { readonly department: string; readonly words: string; readonly ranks: string[] }

/** Ranks of a department that would be given the same share a line. */
export function groupsOf({ ranks }: CapabilityOffer): OfferGroup[] {
  const groups: OfferGroup[] = []
  for (const { department, rankName, capabilities } of ranks) {
    const words = capabilities.map((each) => CAPABILITY_WORDS[each]).join(', ')
    const group = groups.find((each) => each.department === department && each.words === words)
    if (group) group.ranks.push(rankName)
    else groups.push({ department, words, ranks: [rankName] })
  }
  return groups
}
