/* @ts-self-types="./wasm_tps.d.ts" */
import * as wasm from "./wasm_tps_bg.wasm";
import { __wbg_set_wasm } from "./wasm_tps_bg.js";

__wbg_set_wasm(wasm);
wasm.__wbindgen_start();
export {
    BlockWarper, DistortionGrid, Footprint, Polygons, RgbaImage, ValueDrag, ViewMesh, WarpModel, minimumPoints
} from "./wasm_tps_bg.js";
