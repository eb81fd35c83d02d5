import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** Takes the code of `/link` out of an address such as /user/settings#discord=CODE. */
export function useLinkCode(onCode: (code: string) => void): void {
  const navigate = useNavigate()
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const code = new URLSearchParams(hash).get('discord')
  const take = useEffectEvent((given: string) => {
    void navigate({ to: '.', hash: '', replace: true, resetScroll: false })
    onCode(given)
  })
  useEffect(() => {
    if (code) take(code)
  }, [code])
}
