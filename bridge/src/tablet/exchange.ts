/** Exchanges a ticket for a token; null if the portal refuses it, in which case the user sees the login page. */
export async function exchangeTicket(portalUrl: string, apiKey: string, ticket: string): Promise<string | null> {
  try {
    const answer = await fetch(`${portalUrl}/api/auth/ticket`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': apiKey },
      body: JSON.stringify({ ticket }),
    })
    return answer.ok ? answer.headers.get('X-IDP-Token') : null
  } catch {
    return null
  }
}
