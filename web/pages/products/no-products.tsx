import { pagePaths } from '../../../contracts/page-paths.ts';
import { Heron } from '../../layout/heron.tsx';

export function NoProducts() {
  return (
    <div className="state-empty" role="status">
      <Heron />
      <div>
        <strong>No products found.</strong>
        <a className="text-link" href={pagePaths.products}>
          Clear the search
        </a>
      </div>
    </div>
  );
}
