import { useEffect, useState } from 'react';
import { farm } from '#content/farm.ts';
import sketch from './farm-map.svg';
import { embeddedMap, hostPicture } from './map-links.ts';

/**
 * Our own sketch, and the live map over it once it is there. A frame cannot tell whether it shows a map or the
 * browser's error page, so it is only seen after something else of that host has come through.
 */
export function FarmMap() {
  const [asked, setAsked] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const drawn = useReachable(hostPicture) && loaded;
  useEffect(() => setAsked(true), []);
  return (
    <div className="farm-map">
      <img
        src={sketch}
        alt="Sketch of the way: the farm lies beside its hop yard, between the levee road along the river and the road north of it. Heron Slough leaves the river just south of the farm."
        width="840"
        height="640"
      />
      <span className="farm-map-name" aria-hidden="true">
        {farm.brand}
      </span>
      {asked && (
        <iframe
          inert={!drawn}
          className={drawn ? 'farm-map-drawn' : undefined}
          title={`Map: ${farm.brand} and the roads around it`}
          src={embeddedMap(farm.coordinates)}
          loading="lazy"
          sandbox="allow-scripts allow-same-origin allow-popups"
          onLoad={() => setLoaded(true)}
        />
      )}
    </div>
  );
}

function useReachable(picture: string): boolean {
  const [reachable, setReachable] = useState(false);
  useEffect(() => {
    const probe = new Image();
    probe.onload = () => setReachable(true);
    probe.src = picture;
    return () => {
      probe.onload = null;
    };
  }, [picture]);
  return reachable;
}
