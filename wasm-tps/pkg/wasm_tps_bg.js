/**
 * Warps blocks of the published file. GDAL's convention: pixel centres at +0.5, as `gdalwarp -et 0` samples.
 * One instance a thread; memory is bounded by the block and its source window.
 */
export class BlockWarper {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        BlockWarperFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_blockwarper_free(ptr, 0);
    }
    /**
     * Keeps the model, copies the footprint. `tolerancePx`: largest error of the interpolated mapping in scan px; 0 = every pixel
     * exact, 0.125 is GDAL's default. Throws KernelError.
     * @param {WarpModel} model
     * @param {Footprint} footprint
     * @param {ResamplingMethod} method
     * @param {number} tolerance_px
     */
    constructor(model, footprint, method, tolerance_px) {
        _assertClass(model, WarpModel);
        _assertClass(footprint, Footprint);
        const val2 = +tolerance_px;
        const ptr0 = passStringToWasm0(method, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.blockwarper_new(model.__wbg_ptr, footprint.__wbg_ptr, ptr0, len0, val2);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        BlockWarperFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * The block (row 0 north) into the north-west of `image`, which must be as large or larger and whose rest becomes
     * transparent, from `source`, the RGBA (straight alpha) of the window
     * `[level, sourceX, sourceY, sourceWidth, sourceHeight]`. Throws KernelError.
     * @param {RgbaImage} image
     * @param {number} origin_x
     * @param {number} origin_y
     * @param {number} pixel_size
     * @param {number} width
     * @param {number} height
     * @param {Uint8Array | number[]} source
     * @param {number} level
     * @param {number} source_x
     * @param {number} source_y
     * @param {number} source_width
     * @param {number} source_height
     */
    resampleInto(image, origin_x, origin_y, pixel_size, width, height, source, level, source_x, source_y, source_width, source_height) {
        _assertClass(image, RgbaImage);
        const val2 = +origin_x;
        const val3 = +origin_y;
        const val4 = +pixel_size;
        const val5 = +width;
        const val6 = +height;
        const val7 = +level;
        const val8 = +source_x;
        const val9 = +source_y;
        const val10 = +source_width;
        const val11 = +source_height;
        const ptr0 = passArray8ToWasm0(source, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.blockwarper_resampleInto(this.__wbg_ptr, image.__wbg_ptr, val2, val3, val4, val5, val6, ptr0, len0, val7, val8, val9, val10, val11);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Clips to polygons in image px, even-odd over all rings; layout as in Polygons. Empty arrays remove the mask.
     * @param {Float64Array | number[]} coordinates
     * @param {Uint32Array | number[]} ring_ends
     */
    setMask(coordinates, ring_ends) {
        let ptr0, len0, ptr1, len1;
        try {
            ptr0 = passArrayF64ToWasm0(coordinates, wasm.__wbindgen_malloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passArray32ToWasm0(ring_ends, wasm.__wbindgen_malloc);
            len1 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 4, 4); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 8, 8); }
            throw e;
        }
        const ret = wasm.blockwarper_setMask(this.__wbg_ptr, ptr0, len0, ptr1, len1);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * The file lies in another plane than EPSG:3857: blocks and wide regions are given in its units from now on. `map` holds
     * the map points of a lattice over it, row by row from its north-west node (NaN: nowhere), four nodes or more each
     * way; between them the way is cubic. Throws KernelError.
     * @param {number} origin_x
     * @param {number} origin_y
     * @param {number} step
     * @param {number} columns
     * @param {Float64Array | number[]} map
     */
    setPlane(origin_x, origin_y, step, columns, map) {
        const val2 = +origin_x;
        const val3 = +origin_y;
        const val4 = +step;
        const val5 = +columns;
        const ptr0 = passArrayF64ToWasm0(map, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.blockwarper_setPlane(this.__wbg_ptr, val2, val3, val4, val5, ptr0, len0);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Parts of the map, `[west, south, east, north, across, down] * n` (metres; scan px), whose pixels are weighed over
     * `across` and `down` px of the scan to each side, falling linearly; 1 is plain, 3 the most. For `bilinear` alone.
     * @param {Float64Array | number[]} regions
     */
    setWideRegions(regions) {
        const ptr0 = passArrayF64ToWasm0(regions, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.blockwarper_setWideRegions(this.__wbg_ptr, ptr0, len0);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * The part of the scan that a block needs, kernel support included: `[level, x, y, width, height]` in px of that
     * pyramid level (2^-level, floored sizes; levels 0 .. levelCount-1 exist). Empty when the block shows nothing.
     * @param {number} origin_x
     * @param {number} origin_y
     * @param {number} pixel_size
     * @param {number} width
     * @param {number} height
     * @param {number} level_count
     * @returns {Int32Array}
     */
    sourceWindow(origin_x, origin_y, pixel_size, width, height, level_count) {
        const ret = wasm.blockwarper_sourceWindow(this.__wbg_ptr, origin_x, origin_y, pixel_size, width, height, level_count);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v1 = getArrayI32FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 4, 4);
        return v1;
    }
}
if (Symbol.dispose) BlockWarper.prototype[Symbol.dispose] = BlockWarper.prototype.free;

/**
 * Distortion at the centres of a grid over the scan, row by row from its top-left corner.
 */
export class DistortionGrid {
    static __wrap(ptr) {
        const obj = Object.create(DistortionGrid.prototype);
        obj.__wbg_ptr = ptr;
        DistortionGridFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        DistortionGridFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_distortiongrid_free(ptr, 0);
    }
    /**
     * Largest angular distortion 2 omega, degrees (0 = conformal).
     * @returns {Float32Array}
     */
    angularDegrees() {
        const ret = wasm.distortiongrid_angularDegrees(this.__wbg_ptr);
        var v1 = getArrayF32FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * Cells across.
     * @returns {number}
     */
    get cols() {
        const ret = wasm.distortiongrid_cols(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * log2 of the area scale over its median (0 = as elsewhere); NaN where the inverse does not converge.
     * @returns {Float32Array}
     */
    log2AreaScale() {
        const ret = wasm.distortiongrid_log2AreaScale(this.__wbg_ptr);
        var v1 = getArrayF32FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * Map point of each cell's centre, `[x, y] * cols * rows`.
     * @returns {Float64Array}
     */
    mapPoints() {
        const ret = wasm.distortiongrid_mapPoints(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * Cells down.
     * @returns {number}
     */
    get rows() {
        const ret = wasm.distortiongrid_rows(this.__wbg_ptr);
        return ret >>> 0;
    }
}
if (Symbol.dispose) DistortionGrid.prototype[Symbol.dispose] = DistortionGrid.prototype.free;

/**
 * The map-space cells connected to the control points whose image lies in the scan (flood fill), clipped to the world.
 * A place belongs to the map when its cell is set AND its image point lies in 0..scanWidth, 0..scanHeight.
 */
export class Footprint {
    static __wrap(ptr) {
        const obj = Object.create(Footprint.prototype);
        obj.__wbg_ptr = ptr;
        FootprintFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        FootprintFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_footprint_free(ptr, 0);
    }
    /**
     * `[minX, minY, maxX, maxY]` of the outline, metres.
     * @returns {Float64Array}
     */
    bbox() {
        const ret = wasm.footprint_bbox(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * Side of a cell, metres.
     * @returns {number}
     */
    get cellSize() {
        const ret = wasm.footprint_cellSize(this.__wbg_ptr);
        return ret;
    }
    /**
     * One byte a cell (0 or 1), row by row.
     * @returns {Uint8Array}
     */
    cells() {
        const ret = wasm.footprint_cells(this.__wbg_ptr);
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        return v1;
    }
    /**
     * Cells across.
     * @returns {number}
     */
    get cols() {
        const ret = wasm.footprint_cols(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Whether each map point belongs to the map, one byte a point. `model` must be the one the footprint was made from.
     * @param {WarpModel} model
     * @param {Float64Array | number[]} map
     * @returns {Uint8Array}
     */
    contains(model, map) {
        _assertClass(model, WarpModel);
        const ptr0 = passArrayF64ToWasm0(map, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.footprint_contains(this.__wbg_ptr, model.__wbg_ptr, ptr0, len0);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v2 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        return v2;
    }
    /**
     * West edge of the cells: cell (col, row) begins at originX + col * cellSize, originY + row * cellSize.
     * @returns {number}
     */
    get originX() {
        const ret = wasm.footprint_originX(this.__wbg_ptr);
        return ret;
    }
    /**
     * South edge of the cells.
     * @returns {number}
     */
    get originY() {
        const ret = wasm.footprint_originY(this.__wbg_ptr);
        return ret;
    }
    /**
     * Boundary along the true scan edge, metres: outer rings counter-clockwise, holes clockwise.
     * @returns {Polygons}
     */
    outline() {
        const ret = wasm.footprint_outline(this.__wbg_ptr);
        return Polygons.__wrap(ret);
    }
    /**
     * Cells up; row 0 is the southernmost.
     * @returns {number}
     */
    get rows() {
        const ret = wasm.footprint_rows(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Scan height, px.
     * @returns {number}
     */
    get scanHeight() {
        const ret = wasm.footprint_scanHeight(this.__wbg_ptr);
        return ret;
    }
    /**
     * Scan width, px.
     * @returns {number}
     */
    get scanWidth() {
        const ret = wasm.footprint_scanWidth(this.__wbg_ptr);
        return ret;
    }
}
if (Symbol.dispose) Footprint.prototype[Symbol.dispose] = Footprint.prototype.free;

/**
 * Rings of points in one array.
 */
export class Polygons {
    static __wrap(ptr) {
        const obj = Object.create(Polygons.prototype);
        obj.__wbg_ptr = ptr;
        PolygonsFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        PolygonsFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_polygons_free(ptr, 0);
    }
    /**
     * `[x, y, ...]` of all rings, one after another; no point is repeated to close a ring.
     * @returns {Float64Array}
     */
    coordinates() {
        const ret = wasm.polygons_coordinates(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * Index of the coordinate pair after the last of each ring.
     * @returns {Uint32Array}
     */
    ringEnds() {
        const ret = wasm.polygons_ringEnds(this.__wbg_ptr);
        var v1 = getArrayU32FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 4, 4);
        return v1;
    }
}
if (Symbol.dispose) Polygons.prototype[Symbol.dispose] = Polygons.prototype.free;

/**
 * An image in WASM memory, RGBA with straight alpha, that a warp is resampled into, halved from one into the next, and cut
 * into tiles. `free()` it when done.
 */
export class RgbaImage {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        RgbaImageFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_rgbaimage_free(ptr, 0);
    }
    /**
     * Makes all pixels transparent.
     */
    clear() {
        wasm.rgbaimage_clear(this.__wbg_ptr);
    }
    /**
     * Copies a square of `size` px without its alpha to `rgb` (size * size * 3 bytes), hidden pixels (alpha under 128) in the
     * mean colour of the others. Returns as `cutRgba`; at 2 `mask` holds 1 bit a px, 1 = shown, the most significant first
     * (size * size / 8 bytes). `size` is a multiple of 8. Throws KernelError.
     * @param {number} left
     * @param {number} top
     * @param {number} size
     * @param {Uint8Array} rgb
     * @param {Uint8Array} mask
     * @returns {number}
     */
    cutRgb(left, top, size, rgb, mask) {
        const ret = wasm.rgbaimage_cutRgb(this.__wbg_ptr, left, top, size, rgb, mask);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return ret[0];
    }
    /**
     * Copies a square of `size` px, a multiple of 8, to `out` (size * size * 4 bytes). Returns how much of it shows: 0 nothing (then `out`
     * stays as it was), 1 everything, 2 a part. Throws KernelError.
     * @param {number} left
     * @param {number} top
     * @param {number} size
     * @param {Uint8Array} out
     * @returns {number}
     */
    cutRgba(left, top, size, out) {
        const ret = wasm.rgbaimage_cutRgba(this.__wbg_ptr, left, top, size, out);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return ret[0];
    }
    /**
     * Halves the image by 2 x 2 means weighted by alpha into a window of another; sizes are floored. Throws KernelError when
     * it does not fit.
     * @param {RgbaImage} target
     * @param {number} left
     * @param {number} top
     */
    halveInto(target, left, top) {
        _assertClass(target, RgbaImage);
        const ret = wasm.rgbaimage_halveInto(this.__wbg_ptr, target.__wbg_ptr, left, top);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * A transparent image. Throws KernelError.
     * @param {number} width
     * @param {number} height
     */
    constructor(width, height) {
        const ret = wasm.rgbaimage_new(width, height);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        RgbaImageFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Copies RGBA, rows of `width` px, to the window whose north-west corner is `left`, `top`. Throws KernelError when it does
     * not fit.
     * @param {Uint8Array | number[]} rgba
     * @param {number} width
     * @param {number} left
     * @param {number} top
     */
    paste(rgba, width, left, top) {
        const val2 = +width;
        const val3 = +left;
        const val4 = +top;
        const ptr0 = passArray8ToWasm0(rgba, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.rgbaimage_paste(this.__wbg_ptr, ptr0, len0, val2, val3, val4);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
}
if (Symbol.dispose) RgbaImage.prototype[Symbol.dispose] = RgbaImage.prototype.free;

/**
 * A running drag of one image point.
 */
export class ValueDrag {
    static __wrap(ptr) {
        const obj = Object.create(ValueDrag.prototype);
        obj.__wbg_ptr = ptr;
        ValueDragFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        ValueDragFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_valuedrag_free(ptr, 0);
    }
    /**
     * As `moveTo`, and sorts the cells into source tiles anew (index and batches).
     * @param {ViewMesh} mesh
     * @param {number} image_x
     * @param {number} image_y
     */
    moveToWithBatches(mesh, image_x, image_y) {
        _assertClass(mesh, ViewMesh);
        const ret = wasm.valuedrag_moveToWithBatches(this.__wbg_ptr, mesh.__wbg_ptr, image_x, image_y);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Moves the GCP's image point: rewrites imagePx of the mesh the drag began on (one axpy). Throws KernelError.
     * @param {ViewMesh} mesh
     * @param {number} image_x
     * @param {number} image_y
     */
    moveTo(mesh, image_x, image_y) {
        _assertClass(mesh, ViewMesh);
        const ret = wasm.valuedrag_moveTo(this.__wbg_ptr, mesh.__wbg_ptr, image_x, image_y);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
}
if (Symbol.dispose) ValueDrag.prototype[Symbol.dispose] = ValueDrag.prototype.free;

/**
 * Map-space quadtree of one view. Vertex v lies at (originX + ij[2v] * step, originY + ij[2v+1] * step), exactly, and
 * never moves; imagePx holds its image point. Triangles index[first .. first+count] of a batch are drawn with source tile
 * (tx, ty) of `level` (tileSize * 2^level px of the scan wide). A cell is in the batch of every tile its image touches,
 * so the fragment discards outside the tile.
 */
export class ViewMesh {
    static __wrap(ptr) {
        const obj = Object.create(ViewMesh.prototype);
        obj.__wbg_ptr = ptr;
        ViewMeshFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        ViewMeshFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_viewmesh_free(ptr, 0);
    }
    /**
     * `[level, tx, ty, first, count] * k`, coarsest level first.
     * @returns {Int32Array}
     */
    batches() {
        const ret = wasm.viewmesh_batches(this.__wbg_ptr);
        var v1 = getArrayI32FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * Largest midpoint error left (screen px) when the mesh was made; above the one asked for only where maxLeaves or the
     * smallest cell (2 screen px) ended the splitting.
     * @returns {number}
     */
    get errorPx() {
        const ret = wasm.viewmesh_errorPx(this.__wbg_ptr);
        return ret;
    }
    /**
     * Grid places `[i, j] * vertexCount`.
     * @returns {Uint16Array}
     */
    ij() {
        const ret = wasm.viewmesh_ij(this.__wbg_ptr);
        var v1 = getArrayU16FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 2, 2);
        return v1;
    }
    /**
     * Image points `[x, y] * vertexCount`, px.
     * @returns {Float32Array}
     */
    imagePx() {
        const ret = wasm.viewmesh_imagePx(this.__wbg_ptr);
        var v1 = getArrayF32FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * Triangles.
     * @returns {Uint32Array}
     */
    index() {
        const ret = wasm.viewmesh_index(this.__wbg_ptr);
        var v1 = getArrayU32FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * Number of leaves of the quadtree.
     * @returns {number}
     */
    get leafCount() {
        const ret = wasm.viewmesh_leafCount(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Position of grid node (0, 0), metres.
     * @returns {number}
     */
    get originX() {
        const ret = wasm.viewmesh_originX(this.__wbg_ptr);
        return ret;
    }
    /**
     * See `originX`.
     * @returns {number}
     */
    get originY() {
        const ret = wasm.viewmesh_originY(this.__wbg_ptr);
        return ret;
    }
    /**
     * Metres a grid unit.
     * @returns {number}
     */
    get step() {
        const ret = wasm.viewmesh_step(this.__wbg_ptr);
        return ret;
    }
    /**
     * Number of vertices.
     * @returns {number}
     */
    get vertexCount() {
        const ret = wasm.viewmesh_vertexCount(this.__wbg_ptr);
        return ret >>> 0;
    }
}
if (Symbol.dispose) ViewMesh.prototype[Symbol.dispose] = ViewMesh.prototype.free;

/**
 * One fitted transformation. Lives in WASM memory: `free()` it when done.
 */
export class WarpModel {
    static __wrap(ptr) {
        const obj = Object.create(WarpModel.prototype);
        obj.__wbg_ptr = ptr;
        WarpModelFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        WarpModelFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_warpmodel_free(ptr, 0);
    }
    /**
     * Coarse mesh of the whole footprint, to lie beneath: drawn as if it were `cells` screen px x 8 wide, at the coarsest level that serves that.
     * @param {Footprint} footprint
     * @param {number} tile_size
     * @param {number} level_count
     * @param {number} cells
     * @returns {ViewMesh}
     */
    coarseMesh(footprint, tile_size, level_count, cells) {
        _assertClass(footprint, Footprint);
        const ret = wasm.warpmodel_coarseMesh(this.__wbg_ptr, footprint.__wbg_ptr, tile_size, level_count, cells);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return ViewMesh.__wrap(ret[0]);
    }
    /**
     * Area and angular distortion on a grid over the scan, `cols` cells wide, rows by its shape.
     * @param {number} scan_width
     * @param {number} scan_height
     * @param {number} cols
     * @returns {DistortionGrid}
     */
    distortion(scan_width, scan_height, cols) {
        const ret = wasm.warpmodel_distortion(this.__wbg_ptr, scan_width, scan_height, cols);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return DistortionGrid.__wrap(ret[0]);
    }
    /**
     * Where the warp folds, as polygons in map metres; empty when it does not.
     * @param {number} scan_width
     * @param {number} scan_height
     * @returns {Polygons}
     */
    folds(scan_width, scan_height) {
        const ret = wasm.warpmodel_folds(this.__wbg_ptr, scan_width, scan_height);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return Polygons.__wrap(ret[0]);
    }
    /**
     * Where a scan of that size lies on the map. Throws KernelError `solveFailed` where it lies nowhere.
     * @param {number} scan_width
     * @param {number} scan_height
     * @returns {Footprint}
     */
    footprint(scan_width, scan_height) {
        const ret = wasm.warpmodel_footprint(this.__wbg_ptr, scan_width, scan_height);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return Footprint.__wrap(ret[0]);
    }
    /**
     * Ground metres per image pixel at each GCP (EPSG:3857 lengths x cos latitude): residual x this = metres on the ground.
     * @returns {Float64Array}
     */
    groundMetresPerPixel() {
        const ret = wasm.warpmodel_groundMetresPerPixel(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * Image points (px) -> map points (metres): the true inverse by Newton's iteration. A pair of NaN where it did not
     * converge: the warp folds there, or the point lies outside its range.
     * @param {Float64Array | number[]} image
     * @returns {Float64Array}
     */
    imageToMap(image) {
        const ptr0 = passArrayF64ToWasm0(image, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.warpmodel_imageToMap(this.__wbg_ptr, ptr0, len0);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v2 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v2;
    }
    /**
     * Fits `kind` in the plane of the map's own projection. `places` holds where the nodes of a lattice over EPSG:3857 lie
     * in that plane, row by row from its north-west node (NaN: nowhere), four nodes or more each way; between them the way
     * is cubic, beyond them the model is not defined. Everything else remains in EPSG:3857. Throws KernelError.
     * @param {TransformationKind} kind
     * @param {Float64Array | number[]} gcps
     * @param {number} origin_x
     * @param {number} origin_y
     * @param {number} step
     * @param {number} columns
     * @param {Float64Array | number[]} places
     * @returns {WarpModel}
     */
    static inPlane(kind, gcps, origin_x, origin_y, step, columns, places) {
        const val4 = +origin_x;
        const val5 = +origin_y;
        const val6 = +step;
        const val7 = +columns;
        let ptr0, len0, ptr1, len1, ptr2, len2;
        try {
            ptr0 = passStringToWasm0(kind, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passArrayF64ToWasm0(gcps, wasm.__wbindgen_malloc);
            len1 = WASM_VECTOR_LEN;
            ptr2 = passArrayF64ToWasm0(places, wasm.__wbindgen_malloc);
            len2 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 8, 8); }
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 8, 8); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
            throw e;
        }
        const ret = wasm.warpmodel_inPlane(ptr0, len0, ptr1, len1, val4, val5, val6, val7, ptr2, len2);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return WarpModel.__wrap(ret[0]);
    }
    /**
     * Derivatives of the image point by the map point, `[dix/dmx, dix/dmy, diy/dmx, diy/dmy] * n`, px per metre of EPSG:3857.
     * @param {Float64Array | number[]} map
     * @returns {Float64Array}
     */
    jacobians(map) {
        const ptr0 = passArrayF64ToWasm0(map, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.warpmodel_jacobians(this.__wbg_ptr, ptr0, len0);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v2 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v2;
    }
    /**
     * The transformation's kind.
     * @returns {TransformationKind}
     */
    get kind() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.warpmodel_kind(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Root mean square of the leave-one-out errors' lengths, px; NaN when there is none.
     * @returns {number}
     */
    leaveOneOutRmse() {
        const ret = wasm.warpmodel_leaveOneOutRmse(this.__wbg_ptr);
        return ret;
    }
    /**
     * The residual of each GCP when it is left out of the fit, `[dx, dy] * pointCount`, px. NaN where the rest cannot be
     * fitted. Closed form for TPS (Rippa 1999) and polynomials, refits for Helmert and Projective.
     * @returns {Float64Array}
     */
    leaveOneOut() {
        const ret = wasm.warpmodel_leaveOneOut(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * As `mapToImage` within 0.05 px, as floats for the GPU.
     * @param {Float64Array | number[]} map
     * @returns {Float32Array}
     */
    mapToImageFast(map) {
        const ptr0 = passArrayF64ToWasm0(map, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.warpmodel_mapToImageFast(this.__wbg_ptr, ptr0, len0);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v2 = getArrayF32FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 4, 4);
        return v2;
    }
    /**
     * As `mapToImage`, each coordinate within `tolerancePx`: single precision where a bound on its error allows it,
     * doubles with a shorter logarithm else.
     * @param {Float64Array | number[]} map
     * @param {number} tolerance_px
     * @returns {Float64Array}
     */
    mapToImageWithin(map, tolerance_px) {
        const val2 = +tolerance_px;
        const ptr0 = passArrayF64ToWasm0(map, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.warpmodel_mapToImageWithin(this.__wbg_ptr, ptr0, len0, val2);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v3 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v3;
    }
    /**
     * Map points (metres) -> image points (px), closed form, to rounding. NaN where the model is not defined
     * (Projective beyond its horizon, any kind where the map's own projection leads nowhere).
     * @param {Float64Array | number[]} map
     * @returns {Float64Array}
     */
    mapToImage(map) {
        const ptr0 = passArrayF64ToWasm0(map, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.warpmodel_mapToImage(this.__wbg_ptr, ptr0, len0);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v2 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v2;
    }
    /**
     * Fits `kind` to `gcps` = `[imageX, imageY, mapX, mapY] * n`. Throws KernelError.
     * @param {TransformationKind} kind
     * @param {Float64Array | number[]} gcps
     */
    constructor(kind, gcps) {
        let ptr0, len0, ptr1, len1;
        try {
            ptr0 = passStringToWasm0(kind, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passArrayF64ToWasm0(gcps, wasm.__wbindgen_malloc);
            len1 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 8, 8); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
            throw e;
        }
        const ret = wasm.warpmodel_new(ptr0, len0, ptr1, len1);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        WarpModelFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Where the next point helps most, `[imageX, imageY, mapX, mapY]`; empty when no place can be named.
     * @param {number} scan_width
     * @param {number} scan_height
     * @returns {Float64Array}
     */
    nextPointSuggestion(scan_width, scan_height) {
        const ret = wasm.warpmodel_nextPointSuggestion(this.__wbg_ptr, scan_width, scan_height);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * Number of GCPs given.
     * @returns {number}
     */
    get pointCount() {
        const ret = wasm.warpmodel_pointCount(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Predicted minus given image point of each GCP, `[dx, dy] * pointCount`, px, y down. Zero (to rounding) for TPS.
     * @returns {Float64Array}
     */
    residuals() {
        const ret = wasm.warpmodel_residuals(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * Root mean square of the residuals' lengths, px.
     * @returns {number}
     */
    rmse() {
        const ret = wasm.warpmodel_rmse(this.__wbg_ptr);
        return ret;
    }
    /**
     * Begins a drag of the *image* point of GCP `index` (its map point stays): evaluates its cardinal function at the
     * mesh's vertices, once. Throws KernelError.
     * @param {number} index
     * @param {ViewMesh} mesh
     * @returns {ValueDrag}
     */
    startValueDrag(index, mesh) {
        _assertClass(mesh, ViewMesh);
        const ret = wasm.warpmodel_startValueDrag(this.__wbg_ptr, index, mesh.__wbg_ptr);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return ValueDrag.__wrap(ret[0]);
    }
    /**
     * Number of GCPs left after equal pairs were dropped.
     * @returns {number}
     */
    get uniqueCount() {
        const ret = wasm.warpmodel_uniqueCount(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Same leaves, this model: rewrites imagePx, index and batches of `mesh`. A frame of a map point's drag is a new
     * WarpModel and this.
     * @param {ViewMesh} mesh
     */
    updateViewMesh(mesh) {
        _assertClass(mesh, ViewMesh);
        wasm.warpmodel_updateViewMesh(this.__wbg_ptr, mesh.__wbg_ptr);
    }
    /**
     * Mesh of one view. View bounds in EPSG:3857 metres; source pyramid: level k (0 .. levelCount-1) is scaled by exactly
     * 2^-k with floored sizes, in tiles of `tileSize`; cells are split until their error is `maxErrorPx` screen px.
     * @param {Footprint} footprint
     * @param {number} min_x
     * @param {number} min_y
     * @param {number} max_x
     * @param {number} max_y
     * @param {number} metres_per_screen_pixel
     * @param {number} tile_size
     * @param {number} level_count
     * @param {number} max_error_px
     * @param {number} max_leaves
     * @returns {ViewMesh}
     */
    viewMesh(footprint, min_x, min_y, max_x, max_y, metres_per_screen_pixel, tile_size, level_count, max_error_px, max_leaves) {
        _assertClass(footprint, Footprint);
        const ret = wasm.warpmodel_viewMesh(this.__wbg_ptr, footprint.__wbg_ptr, min_x, min_y, max_x, max_y, metres_per_screen_pixel, tile_size, level_count, max_error_px, max_leaves);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return ViewMesh.__wrap(ret[0]);
    }
    /**
     * What is doubtful about the GCPs.
     * @returns {WarpWarning[]}
     */
    warnings() {
        const ret = wasm.warpmodel_warnings(this.__wbg_ptr);
        var v1 = getArrayJsValueFromWasm0(ret[0], ret[1]);
        wasm.__wbindgen_free(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * The model with GCP `index` replaced. Cheap for TPS when its map point stays: no new factorisation. Throws KernelError.
     * @param {number} index
     * @param {number} image_x
     * @param {number} image_y
     * @param {number} map_x
     * @param {number} map_y
     * @returns {WarpModel}
     */
    withPoint(index, image_x, image_y, map_x, map_y) {
        const ret = wasm.warpmodel_withPoint(this.__wbg_ptr, index, image_x, image_y, map_x, map_y);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return WarpModel.__wrap(ret[0]);
    }
}
if (Symbol.dispose) WarpModel.prototype[Symbol.dispose] = WarpModel.prototype.free;

/**
 * Least number of unique points a kind can be fitted to: 3 for TPS, Affine and Helmert, 4, 6 and 10 for Projective,
 * Polynomial2 and Polynomial3. Throws KernelError `unknownKind`.
 * @param {TransformationKind} kind
 * @returns {number}
 */
export function minimumPoints(kind) {
    const ptr0 = passStringToWasm0(kind, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
    const len0 = WASM_VECTOR_LEN;
    const ret = wasm.minimumPoints(ptr0, len0);
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return ret[0] >>> 0;
}
export function __wbg___wbindgen_throw_4c88d8bf264fd984(arg0, arg1) {
    throw new Error(getStringFromWasm0(arg0, arg1));
}
export function __wbg_length_1ef82bec4c93671c(arg0) {
    const ret = arg0.length;
    return ret;
}
export function __wbg_new_616b35153b1a773b(arg0, arg1) {
    const ret = new Error(getStringFromWasm0(arg0, arg1));
    return ret;
}
export function __wbg_set_a6bff3e970aa910d(arg0, arg1, arg2) {
    arg0.set(getArrayU8FromWasm0(arg1, arg2));
}
export function __wbg_set_code_f9458b68c910b4f9(arg0, arg1, arg2) {
    arg0.code = getStringFromWasm0(arg1, arg2);
}
export function __wbg_set_indices_1e61ed164cee1927(arg0, arg1, arg2) {
    var v0 = getArrayJsValueFromWasm0(arg1, arg2);
    wasm.__wbindgen_free(arg1, arg2 * 4, 4);
    arg0.indices = v0;
}
export function __wbindgen_generic_0000000000000001(arg0) {
    // Cast intrinsic for `F64 -> Externref`.
    const ret = arg0;
    return ret;
}
export function __wbindgen_generic_0000000000000002(arg0, arg1) {
    // Cast intrinsic for `Ref(String) -> Externref`.
    const ret = getStringFromWasm0(arg0, arg1);
    return ret;
}
export function __wbindgen_init_externref_table() {
    const table = wasm.__wbindgen_externrefs;
    table.set(0, undefined);
    table.set(1024, undefined);
    table.set(1025, null);
    table.set(1026, true);
    table.set(1027, false);
}
const BlockWarperFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_blockwarper_free(ptr, 1));
const DistortionGridFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_distortiongrid_free(ptr, 1));
const FootprintFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_footprint_free(ptr, 1));
const PolygonsFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_polygons_free(ptr, 1));
const RgbaImageFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_rgbaimage_free(ptr, 1));
const ValueDragFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_valuedrag_free(ptr, 1));
const ViewMeshFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_viewmesh_free(ptr, 1));
const WarpModelFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_warpmodel_free(ptr, 1));

function _assertClass(instance, klass) {
    if (!(instance instanceof klass)) {
        throw new Error(`expected instance of ${klass.name}`);
    }
}

function getArrayF32FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getFloat32ArrayMemory0().subarray(ptr / 4, ptr / 4 + len);
}

function getArrayF64FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getFloat64ArrayMemory0().subarray(ptr / 8, ptr / 8 + len);
}

function getArrayI32FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getInt32ArrayMemory0().subarray(ptr / 4, ptr / 4 + len);
}

function getArrayJsValueFromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    const mem = getDataViewMemory0();
    const result = [];
    for (let i = ptr; i < ptr + 4 * len; i += 4) {
        result.push(wasm.__wbindgen_externrefs.get(mem.getUint32(i, true)));
    }
    wasm.__externref_drop_slice(ptr, len);
    return result;
}

function getArrayU16FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getUint16ArrayMemory0().subarray(ptr / 2, ptr / 2 + len);
}

function getArrayU32FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getUint32ArrayMemory0().subarray(ptr / 4, ptr / 4 + len);
}

function getArrayU8FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getUint8ArrayMemory0().subarray(ptr / 1, ptr / 1 + len);
}

let cachedDataViewMemory0 = null;
function getDataViewMemory0() {
    if (cachedDataViewMemory0 === null || cachedDataViewMemory0.buffer.detached === true || (cachedDataViewMemory0.buffer.detached === undefined && cachedDataViewMemory0.buffer !== wasm.memory.buffer)) {
        cachedDataViewMemory0 = new DataView(wasm.memory.buffer);
    }
    return cachedDataViewMemory0;
}

let cachedFloat32ArrayMemory0 = null;
function getFloat32ArrayMemory0() {
    if (cachedFloat32ArrayMemory0 === null || cachedFloat32ArrayMemory0.byteLength === 0) {
        cachedFloat32ArrayMemory0 = new Float32Array(wasm.memory.buffer);
    }
    return cachedFloat32ArrayMemory0;
}

let cachedFloat64ArrayMemory0 = null;
function getFloat64ArrayMemory0() {
    if (cachedFloat64ArrayMemory0 === null || cachedFloat64ArrayMemory0.byteLength === 0) {
        cachedFloat64ArrayMemory0 = new Float64Array(wasm.memory.buffer);
    }
    return cachedFloat64ArrayMemory0;
}

let cachedInt32ArrayMemory0 = null;
function getInt32ArrayMemory0() {
    if (cachedInt32ArrayMemory0 === null || cachedInt32ArrayMemory0.byteLength === 0) {
        cachedInt32ArrayMemory0 = new Int32Array(wasm.memory.buffer);
    }
    return cachedInt32ArrayMemory0;
}

function getStringFromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return decodeText(getUint8ArrayMemory0().subarray(ptr, ptr + len));
}

let cachedUint16ArrayMemory0 = null;
function getUint16ArrayMemory0() {
    if (cachedUint16ArrayMemory0 === null || cachedUint16ArrayMemory0.byteLength === 0) {
        cachedUint16ArrayMemory0 = new Uint16Array(wasm.memory.buffer);
    }
    return cachedUint16ArrayMemory0;
}

let cachedUint32ArrayMemory0 = null;
function getUint32ArrayMemory0() {
    if (cachedUint32ArrayMemory0 === null || cachedUint32ArrayMemory0.byteLength === 0) {
        cachedUint32ArrayMemory0 = new Uint32Array(wasm.memory.buffer);
    }
    return cachedUint32ArrayMemory0;
}

let cachedUint8ArrayMemory0 = null;
function getUint8ArrayMemory0() {
    if (cachedUint8ArrayMemory0 === null || cachedUint8ArrayMemory0.byteLength === 0) {
        cachedUint8ArrayMemory0 = new Uint8Array(wasm.memory.buffer);
    }
    return cachedUint8ArrayMemory0;
}

function passArray32ToWasm0(arg, malloc) {
    const ptr = malloc(arg.length * 4, 4) >>> 0;
    getUint32ArrayMemory0().set(arg, ptr / 4);
    WASM_VECTOR_LEN = arg.length;
    return ptr;
}

function passArray8ToWasm0(arg, malloc) {
    const ptr = malloc(arg.length * 1, 1) >>> 0;
    getUint8ArrayMemory0().set(arg, ptr / 1);
    WASM_VECTOR_LEN = arg.length;
    return ptr;
}

function passArrayF64ToWasm0(arg, malloc) {
    const ptr = malloc(arg.length * 8, 8) >>> 0;
    getFloat64ArrayMemory0().set(arg, ptr / 8);
    WASM_VECTOR_LEN = arg.length;
    return ptr;
}

function passStringToWasm0(arg, malloc, realloc) {
    if (realloc === undefined) {
        const buf = cachedTextEncoder.encode(arg);
        const ptr = malloc(buf.length, 1) >>> 0;
        getUint8ArrayMemory0().subarray(ptr, ptr + buf.length).set(buf);
        WASM_VECTOR_LEN = buf.length;
        return ptr;
    }

    let len = arg.length;
    let ptr = malloc(len, 1) >>> 0;

    const mem = getUint8ArrayMemory0();

    let offset = 0;

    for (; offset < len; offset++) {
        const code = arg.charCodeAt(offset);
        if (code > 0x7F) break;
        mem[ptr + offset] = code;
    }
    if (offset !== len) {
        if (offset !== 0) {
            arg = arg.slice(offset);
        }
        ptr = realloc(ptr, len, len = offset + arg.length * 3, 1) >>> 0;
        const view = getUint8ArrayMemory0().subarray(ptr + offset, ptr + len);
        const ret = cachedTextEncoder.encodeInto(arg, view);

        offset += ret.written;
        ptr = realloc(ptr, len, offset, 1) >>> 0;
    }

    WASM_VECTOR_LEN = offset;
    return ptr;
}

function takeFromExternrefTable0(idx) {
    const value = wasm.__wbindgen_externrefs.get(idx);
    wasm.__externref_table_dealloc(idx);
    return value;
}

let cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
cachedTextDecoder.decode();
const MAX_SAFARI_DECODE_BYTES = 2146435072;
let numBytesDecoded = 0;
function decodeText(bytes) {
    numBytesDecoded += bytes.length;
    if (numBytesDecoded >= MAX_SAFARI_DECODE_BYTES) {
        cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
        cachedTextDecoder.decode();
        numBytesDecoded = bytes.length;
    }
    return cachedTextDecoder.decode(bytes);
}

const cachedTextEncoder = new TextEncoder();

if (!('encodeInto' in cachedTextEncoder)) {
    cachedTextEncoder.encodeInto = function (arg, view) {
        const buf = cachedTextEncoder.encode(arg);
        view.set(buf);
        return {
            read: arg.length,
            written: buf.length
        };
    };
}

let WASM_VECTOR_LEN = 0;


let wasm;
export function __wbg_set_wasm(val) {
    wasm = val;
}
