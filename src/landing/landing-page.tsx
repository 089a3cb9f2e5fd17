import { Link } from '@tanstack/react-router'

export function LandingPage() {
  return <Link to="/login">Palimpsest</Link>
}
